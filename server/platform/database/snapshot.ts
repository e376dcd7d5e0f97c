import { open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DAY_MS } from '../../../contract/durations.ts'
import { roomProblem } from '../files/free-disk-space.ts'
import { syncFolder } from '../files/local-files.ts'
import { DatabaseUnfitError } from './failures.ts'
import { DATABASE_FILE, databaseFile, embeddedBytes } from './sqlite/database-file.ts'

// Before an update changes the embedded database, a copy of it is kept beside it: the way back to
// the version of Snug that ran before. It goes after some days, since it holds what members delete
// meanwhile.

const KEPT_AS = `${DATABASE_FILE}.before-`
const UNFINISHED = `${DATABASE_FILE}.unfinished-snapshot`
/** The copy that a backup is made of. */
const OF_BACKUP = `${DATABASE_FILE}.backup`
const BUSY_TIMEOUT_MS = 10_000
const KEPT_FOR_MS = 7 * DAY_MS
/** What an update itself writes comes on top, and nobody knows how much that is. */
const MARGIN_BYTES = 1024 * 1024

export interface MigrationSnapshot {
  path: string
  /** The first migration that was made after it. */
  migration: string
  /** Milliseconds since the epoch. */
  keptUntil: number
}

/** Keeps the database as it is before this migration, in the place of an earlier snapshot. */
export async function keepSnapshot(dataDir: string, migration: string): Promise<void> {
  const unfinished = join(dataDir, UNFINISHED)
  await removeDatabase(unfinished)
  await requireRoom(dataDir)
  try {
    await takeSnapshot(databaseFile(dataDir), unfinished)
    await flush(unfinished)
    const kept = snapshotFile(dataDir, migration)
    await rename(unfinished, kept)
    await syncFolder(dataDir)
    for (const { path } of await snapshotsIn(dataDir)) if (path !== kept) await rm(path)
  } finally {
    await removeDatabase(unfinished)
  }
}

export function snapshotFile(dataDir: string, migration: string): string {
  return join(dataDir, `${KEPT_AS}${migration}`)
}

export async function findSnapshot(dataDir: string): Promise<MigrationSnapshot | null> {
  const found = await snapshotsIn(dataDir)
  return found.toSorted((a, b) => b.keptUntil - a.keptUntil)[0] ?? null
}

/**
 * Also the rest of one that was cut off, and of a backup where none is under way. Not while an
 * update may be made.
 */
export async function removeOldSnapshots(
  dataDir: string,
  isBackupUnderWay: (dataDir: string) => Promise<boolean>,
): Promise<void> {
  await removeDatabase(join(dataDir, UNFINISHED))
  if (!(await isBackupUnderWay(dataDir))) await removeDatabase(backupSnapshot(dataDir))
  for (const { path, keptUntil } of await snapshotsIn(dataDir))
    if (keptUntil <= Date.now()) await rm(path, { force: true })
}

/** Beside the database, not beside the archive, which may be encrypted for a disk others read. */
export function backupSnapshot(dataDir: string): string {
  return join(dataDir, OF_BACKUP)
}

async function snapshotsIn(dataDir: string): Promise<MigrationSnapshot[]> {
  const names = await readdir(dataDir).catch(() => [])
  const found = names
    .filter((name) => name.startsWith(KEPT_AS))
    .map(async (name) => {
      const path = join(dataDir, name)
      const { mtimeMs } = await stat(path)
      return { path, migration: name.slice(KEPT_AS.length), keptUntil: mtimeMs + KEPT_FOR_MS }
    })
  return Promise.all(found)
}

async function requireRoom(dataDir: string) {
  const bytes = MARGIN_BYTES + (await embeddedBytes(dataDir))
  const problem = await roomProblem(dataDir, bytes)
  if (problem === null) return
  throw new DatabaseUnfitError(
    `There is too little room in DATA_DIR ${dataDir} for the copy that is kept before an update: ${problem}. Nothing was changed.`,
  )
}

async function flush(path: string) {
  await using file = await open(path, 'r+')
  await file.sync()
}

/** Taken while others write. Row by row: page by page it would hold what was deleted, too. */
export async function takeSnapshot(databaseFile: string, file: string): Promise<void> {
  const empty = await open(file, 'wx', 0o600)
  await empty.close()
  using source = new DatabaseSync(databaseFile, { timeout: BUSY_TIMEOUT_MS })
  source.prepare('vacuum into ?').run(file)
}

export async function removeDatabase(file: string): Promise<void> {
  for (const suffix of ['', '-wal', '-shm', '-journal']) await rm(file + suffix, { force: true })
}

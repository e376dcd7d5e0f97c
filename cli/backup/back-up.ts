import { access, constants, open, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { lockImageDeletion } from '../../server/backups/image-deletion-lock.ts'
import { recordBackup } from '../../server/backups/last-backup.ts'
import { imageFiles } from '../../server/images/image-store.ts'
import {
  backupSnapshot,
  removeDatabase,
  takeSnapshot,
} from '../../server/platform/database/snapshot.ts'
import { backupFolderProblem } from '../../server/platform/files/folder-problem.ts'
import { storedPath, syncFolder } from '../../server/platform/files/local-files.ts'
import { SECRET_FILE } from '../../server/platform/secret.ts'
import {
  Checksum,
  checksumLine,
  checksumOf,
  type Packed,
  type Passage,
  writeArchive,
} from './archive.ts'
import { BackupError, CHECKSUMS, DATABASE, IMAGES, MANIFEST, type Manifest } from './manifest.ts'
import { dumpPostgres, postgresSize } from './postgres-copy.ts'
import { requireRoom } from './require-room.ts'
import { type DatabaseCopy, embeddedCopy } from './snapshot.ts'

// A backup made while the server serves: the database as it is at one moment, then exactly the
// pictures it shows, unless a bucket keeps those. Files of pictures are never rewritten, and while
// a lock is on them never removed, so those that are copied later are those of that moment. What is
// not whole has another name: only after its last byte is on the disk does an archive get its own.

export interface BackupOptions {
  dataDir: string
  databaseUrl?: string | null
  /** Pictures in a bucket are not put into the archive. */
  imagesInBucket?: boolean
  file: string
  version: string
  now: () => number
  /** Whether the secret comes along, without which every session ends where it is restored. */
  withSecret?: boolean
  encrypt?: Passage
  /** Called as it goes, with bytes, and waited for. */
  progress?: (done: number, total: number) => void | Promise<void>
}

/** Throws BackupError with a sentence when it cannot be made. */
export async function backUp(options: BackupOptions): Promise<Manifest> {
  const file = resolve(options.file)
  const dataDir = options.dataDir
  await using lock = await lockImageDeletion(dataDir).catch((error: Error) => {
    throw new BackupError(`DATA_DIR cannot be written to: ${error.message}.`)
  })
  if (!lock) throw new BackupError('Another backup is under way.')
  const snapshot = backupSnapshot(dataDir)
  const unfinished = { snapshot, sums: `${snapshot}-checksums`, partial: `${file}.partial` }
  await clear(unfinished)
  try {
    using copy = await copyDatabase(options, snapshot)
    const manifest = await pack(options, copy, unfinished)
    await rename(unfinished.partial, file)
    await syncFolder(dirname(file))
    await recordBackup(dataDir, options.now())
    return manifest
  } finally {
    await clear(unfinished)
  }
}

async function copyDatabase(options: BackupOptions, to: string): Promise<DatabaseCopy> {
  const { dataDir, databaseUrl } = options
  const database = join(dataDir, DATABASE)
  const bytes = databaseUrl ? await postgresSize(databaseUrl) : await sizeOf(database)
  await requireRoom(dataDir, bytes)
  await requireFolder(dirname(resolve(options.file)), bytes)
  if (databaseUrl) return dumpPostgres(databaseUrl, to)
  await takeSnapshot(database, to)
  return embeddedCopy(to)
}

interface Unfinished {
  partial: string
  snapshot: string
  sums: string
}

async function pack(
  options: BackupOptions,
  copy: DatabaseCopy,
  unfinished: Unfinished,
): Promise<Manifest> {
  const images = () => (options.imagesInBucket ? [] : copy.images())
  const found = await survey(options.dataDir, images())
  const databaseBytes = await sizeOf(copy.file)
  const bytes = databaseBytes + found.bytes
  await requireRoom(dirname(resolve(options.file)), bytes)
  const manifest: Manifest = {
    format: 'snug-backup-1',
    version: options.version,
    createdAt: new Date(options.now()).toISOString(),
    database: options.databaseUrl ? 'postgresql' : 'sqlite',
    images: options.imagesInBucket ? 'bucket' : 'archive',
    migrations: copy.migrations,
    rows: copy.rows,
    files: found.files + 1,
    bytes,
    missingFiles: found.missing,
    checksums: '',
  }

  async function* entries() {
    yield* summed(unfinished.sums, contents(), (done) => options.progress?.(done, bytes))
    manifest.checksums = await checksumOf(unfinished.sums)
    yield await entryOf(CHECKSUMS, unfinished.sums)
    // The list is in the archive: its file can hold the manifest.
    await writeFile(unfinished.sums, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 })
    yield await entryOf(MANIFEST, unfinished.sums)
  }

  async function* contents() {
    yield await entryOf(copy.path, copy.file)
    if (options.withSecret) yield await entryOf(SECRET_FILE, join(options.dataDir, SECRET_FILE))
    for (const { path, source } of imagesOf(options.dataDir, images())) {
      const size = await sizeOf(source)
      if (size >= 0) yield { path, source, size, checksum: new Checksum() }
    }
  }

  await writeArchive(unfinished.partial, entries(), options.encrypt)
  return manifest
}

/** Writes the checksum of each file down once the file is in the archive. */
async function* summed(
  list: string,
  entries: AsyncIterable<Packed>,
  tell: (doneBytes: number) => void | Promise<void> | undefined,
): AsyncGenerator<Packed> {
  await using file = await open(list, 'wx', 0o600)
  let done = 0
  for await (const entry of entries) {
    yield entry
    await file.write(checksumLine(entry.checksum.hex(), entry.path))
    done += entry.size
    await tell(done)
  }
}

async function entryOf(path: string, source: string): Promise<Packed> {
  return { path, source, size: await sizeOf(source), checksum: new Checksum() }
}

/** Where the files of pictures are: in the archive, and on this machine. */
export function* imagesOf(
  dataDir: string,
  images: Iterable<Parameters<typeof imageFiles>[0]>,
): Generator<{ path: string; source: string }> {
  for (const image of images)
    for (const key of imageFiles(image)) {
      const path = `${IMAGES}/${storedPath(key)}`
      yield { path, source: join(dataDir, path) }
    }
}

async function survey(dataDir: string, images: Parameters<typeof imagesOf>[1]) {
  const found = { files: 0, bytes: 0, missing: 0 }
  for (const { source } of imagesOf(dataDir, images)) {
    const size = await sizeOf(source)
    if (size < 0) found.missing++
    else found.files++
    found.bytes += Math.max(0, size)
  }
  return found
}

/** -1 for what is not there. */
async function sizeOf(path: string): Promise<number> {
  const file = await stat(path).catch(() => null)
  return file?.size ?? -1
}

/** Before anything is copied for it. */
async function requireFolder(folder: string, bytes: number) {
  await requireRoom(folder, bytes)
  await access(folder, constants.W_OK).catch((error: unknown) => {
    if (!(error instanceof Error)) throw error
    throw new BackupError(backupFolderProblem(folder, error))
  })
}

async function clear({ partial, snapshot, sums }: Unfinished) {
  await rm(partial, { force: true })
  await rm(sums, { force: true })
  await removeDatabase(snapshot)
}

import { existsSync, lstatSync, mkdirSync, readlinkSync, realpathSync, statSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { DAY_MS } from '../../contract/durations.ts'
import { lockFile } from './database/sqlite/exclusive-lock.ts'
import { OperatorError } from './operator-error.ts'
import { secondInName } from './timestamps.ts'

const LOCK = 'snug.lock'

/** Why nobody may work in the data folder now, in a sentence for who starts something there. */
export class DataFolderError extends OperatorError {}

/** What root writes, its owner could not change. Throws DataFolderError if the folder is there. */
export function refuseForeignRoot(folder: string, who = process.getuid?.()): void {
  const owner = statSync(folder, { throwIfNoEntry: false })?.uid
  if (who !== 0 || owner === undefined || owner === 0) return
  throw new DataFolderError(
    `${folder} belongs to another user, whose server could not change what root writes there. Run this as that user, as in "runuser -u snug -- snug doctor".`,
  )
}

/** Where the folder itself lies if the path is a link to it, as to a larger disk. */
export function ownPlace(path: string): string {
  const place = resolve(path)
  if (!lstatSync(place, { throwIfNoEntry: false })?.isSymbolicLink()) return place
  return ownPlace(resolve(realpathSync(dirname(place)), readlinkSync(place)))
}

/** Where a backup is unpacked before it takes the place of the data folder. */
export const stagingFolder = (dataDir: string) => `${ownPlace(dataDir)}.restoring`

/** Where a backup is brought back to see whether it can be. */
export const rehearsalFolder = (dataDir: string) => `${ownPlace(dataDir)}.rehearsal`

const FORMER = '.before-restore-'
export const FORMER_KEPT_DAYS = 30

/** Where what was there is kept when a restore takes its place. */
export function formerFolder(dataDir: string, now: number): string {
  return `${ownPlace(dataDir)}${FORMER}${secondInName(now)}`
}

/** They hold what members have deleted since. `now` in milliseconds. */
export async function removeFormerFolders(dataDir: string, now: number): Promise<void> {
  await removeCutOff(dataDir, now)
  const place = ownPlace(dataDir)
  const oldest = basename(formerFolder(place, now - FORMER_KEPT_DAYS * DAY_MS))
  const beginning = `${basename(place)}${FORMER}`
  for (const name of await readdir(dirname(place)).catch(() => []))
    if (name.startsWith(beginning) && name.length === oldest.length && name < oldest)
      await rm(join(dirname(place), name), { recursive: true, force: true })
}

/** What a restore or a rehearsal leaves where it is killed; one under way writes into its folder. */
async function removeCutOff(dataDir: string, now: number): Promise<void> {
  // Without it the other is what holds a server back from beginning an empty community.
  if (!existsSync(dataDir)) return
  const rehearsal = rehearsalFolder(dataDir)
  for (const folder of [rehearsal, stagingFolder(rehearsal), stagingFolder(dataDir)])
    if (now - (await lastWrittenIn(folder)) > DAY_MS)
      await rm(folder, { recursive: true, force: true })
}

async function lastWrittenIn(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => [])
  const paths = [folder, ...names.map((name) => join(folder, name))]
  const found = await Promise.all(paths.map((path) => stat(path).catch(() => null)))
  return Math.max(...found.map((file) => file?.mtimeMs ?? 0))
}

/**
 * Makes the data folder and keeps it for this process and those it starts, as long as it lives. Two
 * servers on one would not hear of each other's events, and count each limit twice. Throws
 * DataFolderError. Returns what gives it back.
 */
export function holdDataFolder(dataDir: string): () => void {
  // A restore moves the folder aside before it puts the other there: an empty community in between
  // would look like the loss of all.
  if (!existsSync(dataDir) && existsSync(stagingFolder(dataDir)))
    throw new DataFolderError(
      `A backup was being restored to ${dataDir} when that was cut off. Run "snug restore" again.`,
    )
  refuseForeignRoot(dataDir)
  makeFolder(dataDir, dataDir)
  const lock = lockFile(join(dataDir, LOCK))
  if (!lock)
    throw new DataFolderError(
      `Snug is running on ${dataDir} already. Stop it first, or set another DATA_DIR for this one.`,
    )
  return () => lock.close()
}

/**
 * The folders above it first. One by one: `recursive` tries for ever where the folder above is
 * there and takes none, as those of the system and of an automounter do.
 */
function makeFolder(path: string, dataDir: string): void {
  if (isFolder(path)) return
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() && !existsSync(path))
    throw new DataFolderError(
      `DATA_DIR ${dataDir} cannot be used: ${path} leads to a folder that is not there.`,
    )
  if (!existsSync(dirname(path))) makeFolder(dirname(path), dataDir)
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    // Another process may have been faster.
    if (!isFolder(path)) throw error
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false
}

export function isDataFolderHeld(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK))) return false
  const lock = lockFile(join(dataDir, LOCK))
  lock?.close()
  return lock === null
}

import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from './database/exclusive-lock.ts'

/** The name of the file by which a server says that the folder is its own. */
const LOCK = 'snug.lock'

/** Why nobody may work in the data folder now, in a sentence for who starts something there. */
export class DataFolderError extends Error {}

/** Where a backup is unpacked before it takes the place of the data folder. */
export const stagingFolder = (dataDir: string) => `${dataDir}.restoring`

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
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFile(join(dataDir, LOCK))
  if (!lock)
    throw new DataFolderError(
      `Snug is running on ${dataDir} already. Stop it first, or set another DATA_DIR for this one.`,
    )
  return () => lock.close()
}

/** Whether a server works in it now. */
export function isDataFolderHeld(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK))) return false
  const lock = lockFile(join(dataDir, LOCK))
  lock?.close()
  return lock === null
}

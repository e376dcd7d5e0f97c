import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { lockFile } from './database/exclusive-lock.ts'

/** The name of the file by which a server says that the folder is its own. */
const LOCK = 'snug.lock'

/** Another server, or a command that must be alone, works in this data folder. */
export class DataFolderInUseError extends Error {
  constructor(dataDir: string) {
    super(
      `Snug is running on ${dataDir} already. Stop it first, or set another DATA_DIR for this one.`,
    )
  }
}

/**
 * Makes the data folder and keeps it for this process and those it starts, as long as it lives. Two
 * servers on one would not hear of each other's events, and count each limit twice. Throws
 * DataFolderInUseError. Returns what gives it back.
 */
export function holdDataFolder(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const lock = lockFile(join(dataDir, LOCK))
  if (!lock) throw new DataFolderInUseError(dataDir)
  return () => lock.close()
}

/** Whether a server works in it now. */
export function isDataFolderHeld(dataDir: string): boolean {
  if (!existsSync(join(dataDir, LOCK))) return false
  const lock = lockFile(join(dataDir, LOCK))
  lock?.close()
  return lock === null
}

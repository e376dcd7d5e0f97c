import { closeSync, openSync } from 'node:fs'

/**
 * Makes an empty file for this user alone, if there is none. SQLite would leave it to the umask who
 * may read a database; its logs get the same mode as the file. One that is there is not touched:
 * closing it would end the locks that SQLite has on it for this process.
 */
export function createPrivateFile(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return
    throw error
  }
}

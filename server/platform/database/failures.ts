/** SQLITE_FULL: the disk has no room for this write. */
const SQLITE_FULL = 13
/** SQLITE_BUSY and SQLITE_LOCKED: another process holds the file longer than we wait. */
const SQLITE_BUSY = [5, 6]

/** What the http edge needs to know of a database's failure. */
export type DatabaseFailure = 'full' | 'away'

/** Sorts an error thrown by the database; null when it is not the database's state that failed. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  if (code === 'ENOSPC') return 'full'
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return null
  // The low byte is the primary code; what is above it only details it.
  const primary = errcode & 0xff
  if (primary === SQLITE_FULL) return 'full'
  return SQLITE_BUSY.includes(primary) ? 'away' : null
}

import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Keeps everybody else out of a database file until it is closed; null while somebody is in it,
 * even one who does nothing. It ends with the process, however that ends.
 */
export function lockDatabaseFile(file: string): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    // In this mode a lock means: no other connection, and it stays after the transaction.
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive')
    database.exec('commit')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}

import { DatabaseSync } from 'node:sqlite'
import { createPrivateFile } from './sqlite-file.ts'

const SQLITE_BUSY = 5

/**
 * Keeps everybody else out of a database file until it is closed; null while somebody is in it,
 * even one who does nothing. It ends with the process, however that ends.
 */
export function lockDatabaseFile(file: string): DatabaseSync | null {
  return locked(file, (database) => {
    // In this mode a lock means: no other connection, and it stays after the transaction.
    database.exec('pragma locking_mode = exclusive')
    database.exec('begin exclusive')
    database.exec('commit')
  })
}

/**
 * Makes an empty file that one process at a time can hold, until it closes it or ends, however it
 * ends; null while another has it. Node offers no lock of the system's own, SQLite does. It is a
 * transaction that never writes, so that a full disk does not refuse it.
 */
export function lockFile(file: string): DatabaseSync | null {
  createPrivateFile(file)
  return locked(file, (database) => database.exec('begin exclusive'))
}

function locked(file: string, lock: (database: DatabaseSync) => void): DatabaseSync | null {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    lock(database)
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) return null
    throw error
  }
}

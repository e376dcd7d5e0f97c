import { OperatorError } from '../operator-error.ts'

/** The database cannot be reached, or the connection to it ended under a statement. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  /** As the system names it, such as ECONNREFUSED; undefined where it has no name. */
  readonly code: string | undefined

  constructor(cause: Error & { code?: string | undefined }) {
    super(cause.message || cause.code || 'The database is away.', { cause })
    this.code = cause.code
  }
}

/** The database went while a transaction was being committed: it may be there, and may not. */
export class CommitUnknownError extends DatabaseAwayError {}

/** This database can never be used as it is set up; the message is one line that says why. */
export class DatabaseUnfitError extends OperatorError {}

/** A migration went wrong and was undone with all that were to be made beside it. */
export class MigrationFailedError extends OperatorError {
  constructor(name: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    super(
      `The database could not be brought up to date: "${name}" failed and was undone (${reason}). Nothing is lost: the version of Snug that ran before starts as ever.`,
      { cause },
    )
  }
}

/** SQLITE_FULL: the disk has no room for this write. */
const SQLITE_FULL = 13
/** SQLITE_IOERR_SHMSIZE: nor for the index of the log, which who reads needs as well. */
const SQLITE_NO_ROOM_FOR_INDEX = 4874
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const SQLITE_DAMAGED = [11, 26]
/** SQLITE_IOERR and SQLITE_CANTOPEN: the disk that it lies on is gone, or answers no more. */
const SQLITE_UNREADABLE = [10, 14]
/** SQLITE_BUSY and SQLITE_LOCKED: another process holds the file longer than we wait. */
const SQLITE_BUSY = [5, 6]

/** disk_full. */
export const POSTGRES_FULL = '53100'
/** Its connections are at an end (08, 57P), or there are too many (53300). */
const POSTGRES_ENDS = /^(08...|57P0[1-5]|53300)$/
/** This connection leads to a server that only reads since another took over, or sat too long. */
const POSTGRES_LEADS_NOWHERE = /^(25006|25P0[34]|0A000)$/
/** It took too long: a statement, a lock, or a transaction that was tried again and again. */
const POSTGRES_TOO_BUSY = /^(57014|55P03|40001|40P01)$/

/** What the system and `pg` say when it is the connection that fails, not the statement. */
const SYSTEM_CODE = /^(E[A-Z]+|EAI_[A-Z]+|ERR_(SOCKET|STREAM)_\w+)$/
const PG_SENTENCE = /^(Connection terminated|timeout e|Query read timeout|Client (was|has))|pool/

/** What is wrong with a database as a whole, which no other statement would help. */
export type DatabaseFailure = 'full' | 'away' | 'damaged' | 'unreadable'

/** Sorts an error thrown by the database; null when it is not the database's state that failed. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  if (!(error instanceof Error)) return null
  if (error instanceof DatabaseAwayError) return 'away'
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === POSTGRES_FULL) return 'full'
  if (code === 'ERR_SQLITE_ERROR' && errcode !== undefined) return sqliteFailure(errcode)
  if (typeof code !== 'string' || code.length !== 5) return null
  return isConnectionClosing(error) || POSTGRES_TOO_BUSY.test(code) ? 'away' : null
}

function sqliteFailure(errcode: number): DatabaseFailure | null {
  // The low byte is the primary code; what is above it only details it.
  const primary = errcode & 0xff
  if (primary === SQLITE_FULL || errcode === SQLITE_NO_ROOM_FOR_INDEX) return 'full'
  if (SQLITE_DAMAGED.includes(primary)) return 'damaged'
  if (SQLITE_UNREADABLE.includes(primary)) return 'unreadable'
  return SQLITE_BUSY.includes(primary) ? 'away' : null
}

/** PostgreSQL answered, and says that no more will come of this connection. */
export function isConnectionClosing(error: unknown): boolean {
  const code = codeOf(error)
  return POSTGRES_ENDS.test(code) || POSTGRES_LEADS_NOWHERE.test(code)
}

/** Whether `pg` failed to reach the server, rather than the server to do what was asked. */
export function isConnectionFailure(error: unknown): error is Error {
  if (!(error instanceof Error)) return false
  return SYSTEM_CODE.test(codeOf(error)) || PG_SENTENCE.test(error.message)
}

/** The server ended a statement that went on for longer than it may. */
export function tookTooLong(error: unknown): boolean {
  return codeOf(error) === '57014'
}

/** Two transactions were in each other's way: the whole of one may be tried again. */
export function isCollision(error: unknown): boolean {
  return ['40001', '40P01'].includes(codeOf(error))
}

/** Has the whole transaction tried again: another came first, and this one holds too little. */
export function collision(): Error {
  return Object.assign(new Error('Another transaction came first.'), { code: '40001' })
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : ''
}

const UNIQUE = [1555, 2067, '23505']
const FOREIGN_KEY = [787, '23503']

export function isUniqueViolation(error: unknown): boolean {
  return isOneOf(error, UNIQUE)
}

/**
 * The id of a new row is another row's already: SQLite names the column, PostgreSQL the key that it
 * made for it. Keys of several columns, and of texts, have other names.
 */
export function isIdTaken(error: unknown): boolean {
  if (!isUniqueViolation(error)) return false
  const { message, constraint = '' } = error as Error & { constraint?: string }
  return /^UNIQUE constraint failed: \w+\.id$/.test(message) || constraint.endsWith('_pkey')
}

export function isForeignKeyViolation(error: unknown): boolean {
  return isOneOf(error, FOREIGN_KEY)
}

function isOneOf(error: unknown, codes: (number | string)[]): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return codes.some((each) => each === code || each === errcode)
}

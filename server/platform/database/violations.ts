/** By SQLite's extended code and by PostgreSQL's SQLSTATE. */
const UNIQUE = [1555, 2067, '23505']
const FOREIGN_KEY = [787, '23503']

/** Something else already has what only one may have. */
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

/** What was referred to is not there, or no longer. */
export function isForeignKeyViolation(error: unknown): boolean {
  return isOneOf(error, FOREIGN_KEY)
}

function isOneOf(error: unknown, codes: (number | string)[]): boolean {
  if (!(error instanceof Error)) return false
  const { code, errcode } = error as Error & { code?: string; errcode?: number }
  return codes.some((each) => each === code || each === errcode)
}

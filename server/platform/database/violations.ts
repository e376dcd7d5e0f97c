/** By SQLite's extended code and by PostgreSQL's SQLSTATE. */
const UNIQUE = [1555, 2067, '23505']
const FOREIGN_KEY = [787, '23503']

/** Something else already has what only one may have. */
export function isUniqueViolation(error: unknown): boolean {
  return isOneOf(error, UNIQUE)
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

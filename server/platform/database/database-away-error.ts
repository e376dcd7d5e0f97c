/** The database cannot be reached, or the connection to it ended under a statement. */
export class DatabaseAwayError extends Error {
  override name = 'DatabaseAwayError'
  /** As the system names it, such as ECONNREFUSED; undefined where it has no name. */
  readonly code: string | undefined

  constructor(cause: Error & { code?: string }) {
    super(cause.message || cause.code || 'The database is away.', { cause })
    this.code = cause.code
  }
}

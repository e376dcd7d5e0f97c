/** Nothing came from outside. The message is for a log, not for a person. */
export class SafeFetchError extends Error {
  override readonly name = 'OutsideError'

  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

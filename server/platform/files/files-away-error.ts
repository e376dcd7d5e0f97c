/** The files are kept elsewhere, and that place does not answer. Nothing was kept. */
export class FilesAwayError extends Error {
  override readonly name = 'FilesAwayError'

  constructor(cause: unknown) {
    super('Pictures cannot be kept or shown right now. Please try again in a few minutes.', {
      cause,
    })
  }
}

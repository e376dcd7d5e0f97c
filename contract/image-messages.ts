// What is said against a picture, by the client before it is sent and by what decodes it. That
// process must not load zod, which would double its memory: so this stands apart from the schemas.

export const NOT_AN_IMAGE =
  'That file is not a picture we can read. Please choose a JPEG, PNG, WebP, GIF, AVIF or HEIC image.'
export const IMAGE_TOO_LARGE = 'This image is too large. It can have at most 15 MB.'

import { z } from 'zod'

/** The file in a form, for the description of the API: it is read and judged as it streams in. */
export function pictureFile(maxBytes: number) {
  const description = `A JPEG, PNG, WebP, GIF, AVIF or HEIC picture of at most ${maxBytes} bytes.`
  return z.file().max(maxBytes).meta({ description }).optional()
}

import { z } from 'zod'
import { boundedList } from './bounded-list.ts'

/** The file in a form, for the description of the API: it is read and judged as it streams in. */
export function uploadedImage(maxBytes: number) {
  const description = `A JPEG, PNG, WebP, GIF, AVIF or HEIC picture of at most ${maxBytes} bytes.`
  return z.file().max(maxBytes).meta({ description }).optional()
}

/** As `uploadedImage`, under one name that is repeated. */
export function uploadedImages(max: number, maxBytes: number, long: string) {
  const description = `At most ${max} pictures, each as the one of its own.`
  return boundedList(z.file().max(maxBytes), max, { long }).meta({ description }).optional()
}

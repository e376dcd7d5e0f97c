import { MESSAGES, PHOTO_MAX_BYTES } from '../../../contract/profile.ts'
import { isImage } from '../../platform/files/is-image.ts'

/** What can be said against files that were chosen, before one is looked at. */
export function choiceProblem([file, ...more]: File[]): string | undefined {
  if (more.length > 0) return MESSAGES.onePhoto
  return file && !isImage(file) ? MESSAGES.notAPhoto : undefined
}

/** What can be said against the photo as it would be sent; the server has the last word. */
export function photoProblem(photo: File): string | undefined {
  return photo.size > PHOTO_MAX_BYTES ? MESSAGES.photoTooLarge : undefined
}

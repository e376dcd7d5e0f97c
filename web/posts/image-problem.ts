import { IMAGE_MAX_BYTES, MESSAGES } from '../../contract/posts.ts'
import { isImage } from '../platform/files/is-image.ts'

/** What can be said against a file before it is sent; whether it decodes, only the server knows. */
export function imageProblem(file: File): string | undefined {
  if (!isImage(file)) return MESSAGES.notAnImage
  return file.size > IMAGE_MAX_BYTES ? MESSAGES.imageTooLarge : undefined
}

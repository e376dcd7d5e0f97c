import { IMAGE_MAX_BYTES, MESSAGES } from '../../contract/posts.ts'
import { isImage } from '../platform/files/is-image.ts'

/** What can be said against a file at once, by its name, type and size. */
export function imageProblem(file: File): string | undefined {
  if (!isImage(file)) return MESSAGES.notAnImage
  return file.size > IMAGE_MAX_BYTES ? MESSAGES.imageTooLarge : undefined
}

/** JPEG, PNG, GIF, WebP, and HEIC, HEIF or AVIF by the brand in the file's first box. */
const PICTURE_BEGINNING =
  /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp(?:avi|he[iv]|mif1|msf1))/s

/** Whether the server may be able to read a file that the browser cannot draw. */
export async function mayBePicture(file: File): Promise<boolean> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer())
  return PICTURE_BEGINNING.test(String.fromCharCode(...bytes))
}

import { IMAGE_MAX_BYTES, SAYS } from '../../contract/posts.ts'

/** What can be said against a file before it is sent; whether it decodes, only the server knows. */
export function imageProblem(file: File): string | undefined {
  if (!isImage(file)) return SAYS.notAnImage
  return file.size > IMAGE_MAX_BYTES ? SAYS.imageTooLarge : undefined
}

/** Browsers often know no type for HEIC: then its name has to do. */
function isImage({ type, name }: File): boolean {
  if (type === 'image/svg+xml') return false
  return type.startsWith('image/') || /\.hei[cf]$/i.test(name)
}

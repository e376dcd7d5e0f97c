/**
 * Whether a file may be a picture. Browsers often know no type for HEIC: then its name has to do.
 */
export function isImage({ type, name }: File): boolean {
  if (type === 'image/svg+xml') return false
  return type.startsWith('image/') || /\.hei[cf]$/i.test(name)
}

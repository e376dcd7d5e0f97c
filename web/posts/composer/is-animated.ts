/**
 * In the first chunk of a WebP file: https://developers.google.com/speed/webp/docs/riff_container
 */
const FLAGS_AT = 20
const ANIMATION = 0b10

/**
 * Whether a picture moves, or may: of a GIF it is taken for granted. A part of it would stand
 * still.
 */
export async function isAnimated(file: File): Promise<boolean> {
  if (file.type === 'image/gif') return true
  if (file.type !== 'image/webp') return false
  const bytes = new Uint8Array(await file.slice(0, FLAGS_AT + 1).arrayBuffer())
  const hasFlags = String.fromCharCode(...bytes.subarray(12, 16)) === 'VP8X'
  return hasFlags && ((bytes[FLAGS_AT] ?? 0) & ANIMATION) !== 0
}

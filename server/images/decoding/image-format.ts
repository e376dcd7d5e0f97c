export type ImageFormat = 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' | 'heic'

/** So many bytes from the start say what a file is; the list of brands ends within them. */
export const SNIFFED_BYTES = 4_096

/**
 * What the first bytes say the file is, whatever its name or declared type; null: nothing we take.
 */
export function sniffImageFormat(bytes: Buffer): ImageFormat | null {
  if (startsWith(bytes, [0xff, 0xd8, 0xff])) return 'jpeg'
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png'
  const head = bytes.toString('latin1', 0, 12)
  if (/^GIF8[79]a/.test(head)) return 'gif'
  if (/^RIFF.{4}WEBP/s.test(head)) return 'webp'
  if (/^.{4}ftyp/s.test(head)) return sniffByBrands(bytes)
  return null
}

function startsWith(bytes: Buffer, magic: number[]): boolean {
  return magic.every((byte, index) => bytes[index] === byte)
}

const AVIF_BRANDS = ['avif', 'avis']
// mif1 and msf1 name only the container: what is in it, the decoder finds out.
const HEIC_BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'hevm', 'hevs', 'mif1', 'msf1']

/** The `ftyp` box: its size, 'ftyp', the major brand, a version, the compatible brands. */
function sniffByBrands(bytes: Buffer): ImageFormat | null {
  const end = Math.min(bytes.readUInt32BE(0), bytes.length)
  const brands = new Set([bytes.toString('latin1', 8, 12)])
  for (let at = 16; at + 4 <= end; at += 4) brands.add(bytes.toString('latin1', at, at + 4))
  if (AVIF_BRANDS.some((brand) => brands.has(brand))) return 'avif'
  if (HEIC_BRANDS.some((brand) => brands.has(brand))) return 'heic'
  return null
}

const HEADER_BYTES = 13
const EXTENSION = 0x21
const IMAGE = 0x2c
const IMAGE_DESCRIPTOR_BYTES = 9

/**
 * Whether a GIF ends in the middle of a block. The decoder takes a cut animation for a shorter
 * one, with half a frame at its end; this tells, by stepping over the blocks without decoding.
 */
export function isGifCutShort(bytes: Buffer): boolean {
  let at = HEADER_BYTES + colorTableBytes(bytes[10])
  while (at < bytes.length) {
    if (bytes[at] === EXTENSION) at = afterSubBlocks(bytes, at + 2)
    else if (bytes[at] === IMAGE) at = afterImage(bytes, at + 1)
    // The trailer; or bytes that mean nothing, at which every viewer stops as well.
    else return false
  }
  return at > bytes.length
}

function afterImage(bytes: Buffer, at: number): number {
  const table = at + IMAGE_DESCRIPTOR_BYTES
  const codeSizeByte = 1
  return afterSubBlocks(bytes, table + colorTableBytes(bytes[table - 1]) + codeSizeByte)
}

/** Sub-blocks begin with their length; one of length 0 ends them. */
function afterSubBlocks(bytes: Buffer, start: number): number {
  let at = start
  while (at < bytes.length && bytes[at] !== 0) at += 1 + (bytes[at] ?? 0)
  return at + 1
}

function colorTableBytes(flags = 0): number {
  const hasTable = (flags & 0x80) !== 0
  return hasTable ? 3 * 2 ** ((flags & 0x07) + 1) : 0
}

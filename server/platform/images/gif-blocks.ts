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

import { crc32, deflateSync } from 'node:zlib'
import sharp, { type OutputInfo } from 'sharp'

export type Pixels = { data: Buffer; info: OutputInfo }

/**
 * Applies an ICC profile to pixels that came without it. sharp takes a profile only from a file,
 * so the pixels pass through an uncompressed PNG that carries it; a profile that makes no sense
 * is ignored there, as everywhere.
 */
export async function convertToSrgb(pixels: Pixels, profile: Buffer): Promise<Pixels> {
  return sharp(pngWithProfile(pixels, profile)).raw().toBuffer({ resolveWithObject: true })
}

const SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
const COLOR_TYPES = { 1: 0, 2: 4, 3: 2, 4: 6 } as const

function pngWithProfile({ data, info }: Pixels, profile: Buffer): Buffer {
  const { width, height, channels } = info
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, COLOR_TYPES[channels as 1 | 2 | 3 | 4]], 8)
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('iCCP', Buffer.concat([Buffer.from('ICC\0\0'), deflateSync(profile)])),
    chunk('IDAT', deflateSync(withFilterBytes(data, width * channels), { level: 0 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** A PNG row begins with the number of its filter; 0 is none. */
function withFilterBytes(data: Buffer, rowBytes: number): Buffer {
  const rows = data.length / rowBytes
  const filtered = Buffer.alloc(data.length + rows)
  for (let row = 0; row < rows; row++)
    data.copy(filtered, row * (rowBytes + 1) + 1, row * rowBytes, (row + 1) * rowBytes)
  return filtered
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, checksum])
}

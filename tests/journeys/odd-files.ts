import { truncate, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import type { PickedFile } from './post-steps.ts'

// Files that are not what they say they are, or more than anybody should take.

export const textNamedPng: PickedFile = {
  name: 'holiday.png',
  mimeType: 'image/png',
  buffer: Buffer.from('Dear diary, this is no picture.'),
}

export const svg: PickedFile = {
  name: 'drawing.svg',
  mimeType: 'image/svg+xml',
  buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
}

/** Puts a file of this size there; it takes no room. */
export async function makeBigFile(path: string, bytes: number): Promise<void> {
  await writeFile(path, '')
  await truncate(path, bytes)
}

/** A few bytes that say they are 40,000 by 40,000 pixels. */
export const hugeClaim: PickedFile = {
  name: 'wall.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    pngChunk('IHDR', pngHeader(40_000, 40_000)),
    pngChunk('IDAT', deflateSync(Buffer.alloc(1_000))),
    pngChunk('IEND', Buffer.alloc(0)),
  ]),
}

function pngHeader(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits for each of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  return header
}

function pngChunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const chunk = Buffer.alloc(named.length + 8)
  chunk.writeUInt32BE(data.length, 0)
  named.copy(chunk, 4)
  chunk.writeUInt32BE(crc32(named), named.length + 4)
  return chunk
}

import { truncate, writeFile } from 'node:fs/promises'
import { pngHeader } from '../../server/images/fixtures/hand-made-png.ts'
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
  buffer: pngHeader(40_000, 40_000),
}

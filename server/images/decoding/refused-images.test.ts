import { afterAll, describe, expect, it } from 'vitest'
import { IMAGE_MAX_BYTES, MESSAGES } from '../../../contract/posts.ts'
import { pngHeader } from '../fixtures/hand-made-png.ts'
import { fixture, fourQuarters, frames } from '../fixtures/images.ts'
import { ImageRefusedError } from '../image-errors.ts'
import { createImageDecoder } from './image-decoder.ts'

const decoder = createImageDecoder()
afterAll(() => decoder.close())

describe('a file that is refused', () => {
  const refusal = (bytes: Buffer) =>
    decoder.decode(bytes, 'post').then(
      () => 'taken',
      (error) => error.reason,
    )

  it.each([
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'],
    ['HTML', '<!doctype html><script>alert(1)</script>'],
    ['PDF', '%PDF-1.7\n%%EOF'],
    ['BMP', 'BM\x3a\0\0\0\0\0\0\0\x36\0\0\0\x28\0\0\0'],
    ['text', 'hello'],
    ['nothing', ''],
  ])('is not an image: %s', async (_, text) => {
    expect(await refusal(Buffer.from(text))).toBe('not-an-image')
  })

  it('is not an image: TIFF', async () => {
    expect(await refusal(await fourQuarters().tiff().toBuffer())).toBe('not-an-image')
  })

  it.each([
    ['JPEG', () => fourQuarters(640, 480).jpeg().toBuffer()],
    ['PNG', () => fourQuarters(640, 480).png({ compressionLevel: 0 }).toBuffer()],
    ['WebP', () => fourQuarters(640, 480).webp().toBuffer()],
    ['GIF', () => fourQuarters(640, 480).gif().toBuffer()],
    ['animated GIF', async () => (await frames(5)).gif().toBuffer()],
    ['AVIF', () => fourQuarters(640, 480).avif().toBuffer()],
    ['HEIC', async () => fixture('turned.heic')],
  ])('is damaged: %s cut short', async (_, encode) => {
    const whole = await encode()
    expect(await refusal(whole)).toBe('taken')
    expect(await refusal(whole.subarray(0, Math.floor(whole.length * 0.8)))).toBe('damaged')
  })

  it('is damaged: the first bytes of a picture and nothing more', async () => {
    for (const start of ['\xff\xd8\xff', '\x89PNG\r\n\x1a\n', 'GIF89a', '\0\0\0\x14ftypheic'])
      expect(await refusal(Buffer.from(start, 'latin1'))).toBe('damaged')
  })

  it('has too many pixels: PNG', async () => {
    expect(await refusal(pngHeader(40_000, 40_000))).toBe('too-many-pixels')
    expect(await refusal(pngHeader(8_000, 6_251))).toBe('too-many-pixels')
    expect(await refusal(pngHeader(8_000, 6_250))).toBe('damaged')
  })

  it('has too many pixels: JPEG', async () => {
    const photo = await fourQuarters().jpeg().toBuffer()
    const size = photo.indexOf(Buffer.from([0xff, 0xc0])) + 5
    photo.writeUInt16BE(40_000, size)
    photo.writeUInt16BE(40_000, size + 2)
    expect(await refusal(photo)).toBe('too-many-pixels')
  })

  it('has too many pixels: HEIC', async () => {
    const photo = fixture('turned.heic')
    const size = photo.indexOf('ispe') + 8
    photo.writeUInt32BE(30_000, size)
    photo.writeUInt32BE(30_000, size + 4)
    expect(await refusal(photo)).toBe('too-many-pixels')
  })

  it('is too large', async () => {
    const photo = await fourQuarters().jpeg().toBuffer()
    const padded = (length: number) => Buffer.concat([photo], length)
    expect(await refusal(padded(IMAGE_MAX_BYTES))).toBe('taken')
    expect(await refusal(padded(IMAGE_MAX_BYTES + 1))).toBe('too-large')
  })

  // The client says the same before it sends.
  it('is told why in the sentences of the contract', () => {
    expect(new ImageRefusedError('not-an-image').message).toBe(MESSAGES.notAnImage)
    expect(new ImageRefusedError('too-large').message).toBe(MESSAGES.imageTooLarge)
  })
})

import { randomBytes } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { fixture, fourQuarters, frames, quartersOf, UPRIGHT } from '../fixtures/images.ts'
import { createImageDecoder } from './image-decoder.ts'

const decoder = createImageDecoder()
afterAll(() => decoder.close())

async function decodePost(bytes: Buffer) {
  const image = await decoder.decode(bytes, 'post')
  return { ...image, largest: image.variants.at(-1)?.bytes ?? Buffer.alloc(0) }
}

/** Of red (200, 30, 30): in Display P3 that is written (184, 50, 41). */
function displayP3Red() {
  const create = { width: 64, height: 64, channels: 3, background: '#c81e1e' } as const
  return sharp({ create }).withIccProfile('p3')
}

/** The names of the parts a WebP consists of, up to its very last byte. */
function webpChunks(webp: Buffer): string[] {
  const names: string[] = []
  for (let at = 12; at < webp.length; ) {
    names.push(webp.toString('latin1', at, at + 4))
    const size = webp.readUInt32LE(at + 4)
    at += 8 + size + (size % 2)
  }
  return names
}

const widthsOf = ({ variants }: { variants: { width: number }[] }) =>
  variants.map(({ width }) => width)

describe('decoding an image', () => {
  it.each([
    ['JPEG', () => fourQuarters().jpeg().toBuffer()],
    ['progressive JPEG', () => fourQuarters().jpeg({ progressive: true }).toBuffer()],
    ['CMYK JPEG', () => fourQuarters().toColourspace('cmyk').jpeg().toBuffer()],
    ['PNG', () => fourQuarters().png().toBuffer()],
    ['16-bit PNG', () => fourQuarters().toColourspace('rgb16').png().toBuffer()],
    ['WebP', () => fourQuarters().webp().toBuffer()],
    ['GIF', () => fourQuarters().gif().toBuffer()],
    ['AVIF', () => fourQuarters().avif().toBuffer()],
    ['HEIC', async () => fixture('turned.heic')],
  ])('makes WebP of %s', async (_, encode) => {
    const { width, height, largest } = await decodePost(await encode())
    expect({ width, height }).toEqual({ width: 96, height: 64 })
    expect((await sharp(largest).metadata()).format).toBe('webp')
    expect(await quartersOf(largest)).toEqual(UPRIGHT)
  })

  it.each([2, 3, 4, 5, 6, 7, 8])('turns a photo of EXIF orientation %i upright', async (tag) => {
    const turned = await fourQuarters().jpeg().withMetadata({ orientation: tag }).toBuffer()
    const upright = await sharp(turned).autoOrient().png().toBuffer({ resolveWithObject: true })
    const { width, height, largest } = await decodePost(turned)
    expect({ width, height }).toMatchObject({
      width: upright.info.width,
      height: upright.info.height,
    })
    expect(await quartersOf(largest)).toEqual(await quartersOf(upright.data))
    expect(await quartersOf(largest)).not.toEqual(UPRIGHT)
  })

  it('keeps no metadata and no trailing bytes', async () => {
    const photo = await fourQuarters()
      .jpeg()
      .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">secret place</x:xmpmeta>')
      .withIccProfile('srgb')
      .toBuffer()
    const sent = Buffer.concat([photo, Buffer.from('secret tail')])
    const before = await sharp(sent).metadata()
    expect([before.exif, before.xmp, before.icc].every(Buffer.isBuffer)).toBe(true)
    for (const { bytes } of (await decodePost(sent)).variants) {
      expect(webpChunks(bytes)).toEqual(['VP8 '])
      expect(bytes.includes('secret')).toBe(false)
    }
  })

  it('keeps no metadata of a HEIC', async () => {
    const photo = fixture('turned.heic')
    expect(photo.includes('Exif')).toBe(true)
    expect(webpChunks((await decodePost(photo)).largest)).toEqual(['VP8 '])
  })

  it.each([
    ['JPEG', () => displayP3Red().jpeg({ quality: 95 }).toBuffer()],
    ['PNG', () => displayP3Red().png().toBuffer()],
    ['WebP', () => displayP3Red().webp({ lossless: true }).toBuffer()],
    ['AVIF', () => displayP3Red().avif({ quality: 95 }).toBuffer()],
    ['HEIC', async () => fixture('display-p3.heic')],
  ])('brings the colours of a wide-gamut %s into sRGB', async (_, encode) => {
    const { largest } = await decodePost(await encode())
    const [red = 0, green = 0, blue = 0] = await sharp(largest).raw().toBuffer()
    expect(Math.abs(red - 200)).toBeLessThan(6)
    expect(Math.abs(green - 30)).toBeLessThan(6)
    expect(Math.abs(blue - 30)).toBeLessThan(6)
  })

  it('keeps transparency', async () => {
    const glass = await fourQuarters().ensureAlpha(0.5).png().toBuffer()
    expect((await sharp((await decodePost(glass)).largest).metadata()).hasAlpha).toBe(true)
  })

  it('does not mind the odd bytes some phones put into a JPEG', async () => {
    const photo = await fourQuarters().jpeg({ progressive: true }).toBuffer()
    const nextScan = photo.lastIndexOf(Buffer.from([0xff, 0xc4]))
    const odd = [photo.subarray(0, nextScan), Buffer.alloc(20), photo.subarray(nextScan)]
    const { largest } = await decodePost(Buffer.concat(odd))
    expect(await quartersOf(largest)).toEqual(UPRIGHT)
  })
})

describe('the sizes of an image', () => {
  it.each([
    [300, 200, [300], 200],
    [480, 320, [480], 320],
    [1200, 600, [480, 960, 1200], 600],
    [2400, 1200, [480, 960, 1920], 960],
    [1000, 8000, [480, 750], 6000],
    [3000, 1, [480, 960, 1920], 1],
  ])('are, for a post of %i × %i, %j', async (width, height, widths, largestHeight) => {
    const image = await decodePost(await fourQuarters(width, height).png().toBuffer())
    expect(widthsOf(image)).toEqual(widths)
    expect(image).toMatchObject({ width: widths.at(-1), height: largestHeight })
    const { width: realWidth, height: realHeight } = await sharp(image.largest).metadata()
    expect([realWidth, realHeight]).toEqual([image.width, image.height])
  })

  it.each([
    [1200, 800],
    [50, 60],
    [1, 2000],
  ])('are the same three squares for every photo, also for %i × %i', async (width, height) => {
    const photo = await fourQuarters(width, height).png().toBuffer()
    const image = await decoder.decode(photo, 'photo')
    expect(widthsOf(image)).toEqual([96, 192, 384])
    expect(image).toMatchObject({ width: 384, height: 384 })
    for (const { width: side, bytes } of image.variants)
      expect(await sharp(bytes).metadata()).toMatchObject({ width: side, height: side })
  })

  it.each([
    [3000, 1500, [192, 600, 1200], 600],
    [900, 600, [192, 600, 900], 600],
    [600, 460, [192, 600], 460],
    // Not wide, or too small to stand above the words: its small square alone.
    [600, 480, [192], 192],
    [599, 300, [192], 192],
    [600, 2000, [192], 192],
    [1, 1, [192], 192],
  ])('are, for the card of a link of %i × %i, %j', async (width, height, widths, tallest) => {
    const file = await fourQuarters(width, height).png().toBuffer()
    const image = await decoder.decode(file, 'link')
    expect(widthsOf(image)).toEqual(widths)
    expect(image).toMatchObject({ width: widths.at(-1), height: tallest })
    const sides = await Promise.all(image.variants.map(({ bytes }) => sharp(bytes).metadata()))
    expect(sides[0]).toMatchObject({ width: 192, height: 192 })
    expect(sides.at(-1)).toMatchObject({ width: widths.at(-1), height: tallest })
  })

  it('are one small square where a link is shown by that alone', async () => {
    const file = await fourQuarters(3000, 1500).png().toBuffer()
    const image = await decoder.decode(file, 'link-square')
    expect(widthsOf(image)).toEqual([192])
    expect(image).toMatchObject({ width: 192, height: 192 })
    const shown = await sharp(image.variants[0]?.bytes).metadata()
    expect(shown).toMatchObject({ width: 192, height: 192 })
  })

  it('come with a tiny placeholder', async () => {
    const { placeholder } = await decodePost(await fourQuarters(600, 400).png().toBuffer())
    const [type, base64 = ''] = placeholder.split(',')
    expect(type).toBe('data:image/webp;base64')
    const tiny = Buffer.from(base64, 'base64')
    expect(await sharp(tiny).metadata()).toMatchObject({ width: 16, height: 11 })
    expect(await quartersOf(tiny)).toEqual(UPRIGHT)
  })

  it('come with a placeholder under 400 characters even for transparent noise', async () => {
    for (let round = 0; round < 20; round++) {
      const raw = { width: 16, height: 16, channels: 4 } as const
      const noise = Buffer.from(randomBytes(16 * 16 * 4).map((byte) => (byte > 127 ? 255 : 0)))
      const { placeholder } = await decodePost(await sharp(noise, { raw }).png().toBuffer())
      expect(placeholder.length).toBeLessThan(400)
    }
  })
})

describe('an animation', () => {
  it.each(['gif', 'webp'] as const)('stays one as a %s in a post', async (format) => {
    const moving = await (await frames(3))[format]({ delay: [100, 200, 300], loop: 2 }).toBuffer()
    const { width, height, largest } = await decodePost(moving)
    expect({ width, height }).toEqual({ width: 60, height: 40 })
    expect(await sharp(largest).metadata()).toMatchObject({
      pages: 3,
      delay: [100, 200, 300],
      loop: 2,
    })
  })

  it('has its first frame beside it, which stands still and is as wide as a feed', async () => {
    for (const [size, width] of [
      [{ width: 1200, height: 30 }, 960],
      [{ width: 60, height: 40 }, 60],
    ] as const) {
      const moving = await (await frames(2, size)).gif().toBuffer()
      const [still, ...others] = (await decodePost(moving)).variants
      expect(still?.width).toBe(0)
      const shown = await sharp(still?.bytes).metadata()
      expect([shown.width, shown.pages ?? 1]).toEqual([width, 1])
      const { r } = (await sharp(still?.bytes).stats()).dominant
      expect(r).toBeLessThan(16)
      for (const { bytes } of others) expect((await sharp(bytes).metadata()).pages).toBe(2)
    }
  })

  it('stands still as a profile photo', async () => {
    const moving = await (await frames(3)).gif().toBuffer()
    const { variants } = await decoder.decode(moving, 'photo')
    for (const { bytes } of variants) expect((await sharp(bytes).metadata()).pages ?? 1).toBe(1)
  })

  it('stands still when all its frames together have too many pixels', async () => {
    const moving = await (await frames(13)).gif().toBuffer()
    // Small frames on a large canvas: 4 million pixels each.
    moving.writeUInt16LE(2_000, 6)
    moving.writeUInt16LE(2_000, 8)
    expect(await sharp(moving).metadata()).toMatchObject({ width: 2_000, pages: 13 })
    const { width, largest } = await decodePost(moving)
    expect(width).toBe(1920)
    expect((await sharp(largest).metadata()).pages ?? 1).toBe(1)
  })
})

import sharp, { type Sharp, type SharpOptions } from 'sharp'
import { ImageRefusedError, MAX_IMAGE_PIXELS } from '../image-errors.ts'
import { decodeHeic } from './decode-heic.ts'
import { type ImageFormat, isGifCutShort } from './image-format.ts'

/**
 * A picture whose size is known and allowed; its pixels are decoded when `still` (the first
 * frame) or `animated` (null when it does not move) is read. Both come out upright. `profile` is
 * an ICC profile that is still to be applied to the pixels.
 */
export type OpenedImage = {
  width: number
  height: number
  still: () => Sharp
  animated: (() => Sharp) | null
  profile: Buffer | null
}

// libvips reads far more formats than we take; what the sniffing lets slip must not reach them.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({
  operation: ['Jpeg', 'Png', 'Webp', 'Nsgif', 'Heif'].map((name) => `VipsForeignLoad${name}Buffer`),
})
sharp.cache(false)
sharp.concurrency(1)

// Stricter levels refuse photos that phones write and every browser shows.
const OPTIONS: SharpOptions = { failOn: 'truncated', limitInputPixels: MAX_IMAGE_PIXELS }

/** @throws ImageRefusedError, for too many pixels before any of them is decoded */
export async function openImage(bytes: Buffer, format: ImageFormat): Promise<OpenedImage> {
  if (format === 'heic') return openHeic(bytes)
  if (format === 'gif' && isGifCutShort(bytes)) throw new ImageRefusedError('damaged')
  const { width, height, orientation, pages, autoOrient } = await sharp(bytes, {
    ...OPTIONS,
    limitInputPixels: false,
  }).metadata()
  if (width * height > MAX_IMAGE_PIXELS) throw new ImageRefusedError('too-many-pixels')
  // An animation is decoded as one tall strip of frames, which cannot be turned.
  const moves = pages !== undefined && pages > 1 && (orientation ?? 1) === 1
  const isAnimated = moves && isAnimation(format) && width * height * pages <= MAX_IMAGE_PIXELS
  return {
    width: autoOrient.width,
    height: autoOrient.height,
    still: () => sharp(bytes, OPTIONS).autoOrient(),
    animated: isAnimated ? () => sharp(bytes, { ...OPTIONS, animated: true }) : null,
    profile: null,
  }
}

// The pages of an AVIF are other pictures, not moments of one.
function isAnimation(format: ImageFormat): boolean {
  return format === 'gif' || format === 'webp'
}

async function openHeic(bytes: Buffer): Promise<OpenedImage> {
  const { width, height, rowPixels, pixels, hasAlpha, profile } = await decodeHeic(bytes)
  const raw = { width: rowPixels, height, channels: 4 } as const
  const still = () => {
    const image = sharp(pixels, { raw, limitInputPixels: false })
    image.extract({ left: 0, top: 0, width, height })
    return hasAlpha ? image : image.removeAlpha()
  }
  return { width, height, still, animated: null, profile }
}

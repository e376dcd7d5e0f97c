import sharp, { type ResizeOptions, type Sharp } from 'sharp'
import type { ImageRefusal } from '../image-errors.ts'
import { STILL, stillWidth } from '../still.ts'
import type { ImageFormat } from './image-format.ts'
import { type OpenedImage, openImage } from './open-image.ts'
import { convertToSrgb, type Pixels } from './srgb.ts'

/** The bytes of a picture, or the file they lie in. */
export type ImageSource = Buffer | { path: string; size: number }

/** What a decoding process is asked, one at a time. */
export type DecodingTask = { source: ImageSource; format: ImageFormat; form: ImageForm }

/** What it answers; `detail` is the decoder's own complaint, for the log. */
export type DecodingAnswer = { image: DecodedImage } | { refusal: ImageRefusal; detail: string }

/**
 * What the picture is for: a post shows it whole, a profile photo is square and never moves, the
 * logo of the community is whole in a square, and a link's card has one small square, and all of it
 * where it is wide enough to stand above the words.
 */
export type ImageKind = 'post' | 'photo' | 'logo' | 'link'

/** What is made of it: of its kind all, or of a link's card the small square alone. */
export type ImageForm = ImageKind | 'link-square'

/**
 * A picture made ours: upright, sRGB, WebP, nothing of the file that came but its pixels.
 * `width` and `height` are those of the largest variant, which stands last; `placeholder` is a
 * `data:` URL under 400 characters that shows the same picture 16 pixels long. Before the others
 * stands the `STILL` of one that moves.
 */
export type DecodedImage = {
  width: number
  height: number
  placeholder: string
  variants: { width: number; bytes: Buffer }[]
}

const POST_WIDTHS = [480, 960, 1920]
// Tall enough that a long screenshot stays readable, far below the 16,383 that WebP can hold.
const POST_BOX = { width: 1920, height: 6_000, fit: 'inside', withoutEnlargement: true } as const
const PHOTO_WIDTHS = [96, 192, 384]
// Enlarges a tiny photo: every photo then has the same three sizes and may be asked for by them.
const PHOTO_BOX = { width: 384, height: 384, fit: 'cover' } as const
const LINK_WIDTH = 192
const LINK_SQUARE = { width: LINK_WIDTH, height: LINK_WIDTH, fit: 'cover' } as const
const LINK_WIDTHS = [600, 1200]
const LINK_BOX = { width: 1200, height: 1200, fit: 'inside', withoutEnlargement: true } as const
const LINK_WIDE = { width: 600, ratio: 1.3 }
const LOGO_WIDTHS = [192, 512]
const NOTHING = { r: 0, g: 0, b: 0, alpha: 0 }
const LOGO_BOX = { width: 512, height: 512, fit: 'contain', background: NOTHING } as const
// Telephones cut icons to shapes of their own, of which four fifths of the width are always seen.
const LOGO_MARGIN = 64
const PAPER = '#fffdf9'
const PLACEHOLDER_SIDE = 16
const PLACEHOLDER_MAX_LENGTH = 399

// More effort takes twice the time and saves a twentieth of the bytes.
const WEBP = { quality: 80, effort: 2 }
const PLACEHOLDER_WEBP = { quality: 20, alphaQuality: 0 }

/**
 * Decodes bytes nobody has checked, so it may crash: call it in a process made for that.
 * @throws ImageRefusedError, or the decoder's own error when the file is damaged
 */
export async function decodeImage(
  bytes: Buffer,
  format: ImageFormat,
  form: ImageForm,
): Promise<DecodedImage> {
  const image = await openImage(bytes, format)
  if (form === 'photo') return encodeStill(await shrink(image, PHOTO_BOX), PHOTO_WIDTHS)
  if (form === 'link') return encodeLink(await shrink(image, LINK_BOX))
  if (form === 'link-square') return encodeStill(await shrink(image, LINK_SQUARE), [LINK_WIDTH])
  if (form === 'logo') return encodeLogo(await shrink(image, LOGO_BOX))
  if (image.animated) return encodeAnimation(image, image.animated)
  return encodeStill(await shrink(image, POST_BOX), POST_WIDTHS)
}

/** The largest picture that will be kept, decoded once for all variants. */
async function shrink(image: OpenedImage, box: ResizeOptions): Promise<Pixels> {
  const still = box.background ? image.still().ensureAlpha() : image.still()
  const pixels = await still.resize(box).raw().toBuffer({ resolveWithObject: true })
  return image.profile ? convertToSrgb(pixels, image.profile) : pixels
}

async function encodeStill({ data, info }: Pixels, widths: number[]): Promise<DecodedImage> {
  const open = () => sharp(data, { raw: info })
  return encode(open, info.width, widths, await encodePlaceholder(open()))
}

async function encodeLink({ data, info }: Pixels): Promise<DecodedImage> {
  const square = await sharp(data, { raw: info }).resize(LINK_SQUARE).webp(WEBP).toBuffer()
  const small = { width: LINK_WIDTH, bytes: square }
  if (info.width < LINK_WIDE.width || info.width / info.height < LINK_WIDE.ratio) {
    const placeholder = await encodePlaceholder(sharp(data, { raw: info }))
    return { width: LINK_WIDTH, height: LINK_WIDTH, placeholder, variants: [small] }
  }
  const wide = await encodeStill({ data, info }, LINK_WIDTHS)
  return { ...wide, variants: [small, ...wide.variants] }
}

/** In both sizes that are shown, and in a third of 640 pixels on paper with a margin around it. */
async function encodeLogo({ data, info }: Pixels): Promise<DecodedImage> {
  const whole = await encodeStill({ data, info }, LOGO_WIDTHS)
  const [top, bottom, left, right] = [LOGO_MARGIN, LOGO_MARGIN, LOGO_MARGIN, LOGO_MARGIN]
  const icon = sharp(data, { raw: info })
    .flatten({ background: PAPER })
    .extend({ ...{ top, bottom, left, right }, background: PAPER })
  const bytes = await icon.webp(WEBP).toBuffer()
  return { ...whole, variants: [...whole.variants, { width: info.width + left + right, bytes }] }
}

async function encodeAnimation(image: OpenedImage, open: () => Sharp): Promise<DecodedImage> {
  const { width, height } = image
  const scale = Math.min(1, POST_BOX.width / width, POST_BOX.height / height)
  const largest = Math.max(1, Math.round(width * scale))
  const moving = await encode(open, largest, POST_WIDTHS, await encodePlaceholder(image.still()))
  const bytes = await image.still().resize(stillWidth(moving.width)).webp(WEBP).toBuffer()
  return { ...moving, variants: [{ width: STILL, bytes }, ...moving.variants] }
}

async function encode(
  open: () => Sharp,
  largestWidth: number,
  widths: number[],
  placeholder: string,
): Promise<DecodedImage> {
  const variants: DecodedImage['variants'] = []
  for (const width of widths.filter((width) => width < largestWidth)) {
    const bytes = await open().resize({ width }).webp(WEBP).toBuffer()
    variants.push({ width, bytes })
  }
  const { data, info } = await open()
    .resize({ width: largestWidth })
    .webp(WEBP)
    .toBuffer({ resolveWithObject: true })
  variants.push({ width: info.width, bytes: data })
  return { width: info.width, height: info.pageHeight ?? info.height, placeholder, variants }
}

// Only noise with transparency is too long in full.
async function encodePlaceholder(image: Sharp): Promise<string> {
  const placeholder = await encodeTiny(image, PLACEHOLDER_SIDE)
  if (placeholder.length <= PLACEHOLDER_MAX_LENGTH) return placeholder
  return encodeTiny(image, PLACEHOLDER_SIDE / 2)
}

async function encodeTiny(image: Sharp, side: number): Promise<string> {
  const tiny = image.clone().resize({ width: side, height: side, fit: 'inside' })
  const bytes = await tiny.webp(PLACEHOLDER_WEBP).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

import type { MainModule } from 'libheif-js/libheif-wasm/libheif.js'
import { ImageRefusedError, MAX_IMAGE_PIXELS } from '../image-errors.ts'

/** Upright pixels, four bytes each (RGBA), rows `rowPixels` apart, and their ICC profile. */
export type HeicPixels = {
  width: number
  height: number
  rowPixels: number
  hasAlpha: boolean
  pixels: Buffer
  profile: Buffer | null
}

// From libheif's C headers.
const UNSUPPORTED_FILETYPE = 3
const UNSUPPORTED_FEATURE = 4
const COLORSPACE_RGB = 1
const CHROMA_INTERLEAVED_RGBA = 11
const CHANNEL_INTERLEAVED = 10
const ERROR_BYTES = 12
const POINTER_BYTES = 4

/**
 * HEIC by libheif compiled to WebAssembly, as sharp's build has no HEVC decoder. Rotation and
 * mirroring are part of the format and already applied; an EXIF orientation means nothing here.
 * @throws ImageRefusedError, for too many pixels before any of them is decoded
 */
export async function decodeHeic(bytes: Buffer): Promise<HeicPixels> {
  const { default: instantiate } = await import('libheif-js/libheif-wasm/libheif-bundle.js')
  // An instance for each picture: its memory goes with it, and a broken one harms no other.
  const heif = instantiate()
  const image = openPrimaryImage(heif, bytes)
  const width = heif._heif_image_handle_get_width(image)
  const height = heif._heif_image_handle_get_height(image)
  if (width * height > MAX_IMAGE_PIXELS) throw new ImageRefusedError('too-many-pixels')
  return {
    width,
    height,
    hasAlpha: heif._heif_image_handle_has_alpha_channel(image) !== 0,
    profile: readProfile(heif, image),
    ...decodePixels(heif, image, height),
  }
}

function openPrimaryImage(heif: MainModule, bytes: Buffer): number {
  const context = heif._heif_context_alloc()
  const file = heif._malloc(bytes.length)
  heif.HEAPU8.set(bytes, file)
  call(heif, (error) =>
    heif._heif_context_read_from_memory_without_copy(error, context, file, bytes.length, 0),
  )
  return result(heif, (error, out) =>
    heif._heif_context_get_primary_image_handle(error, context, out),
  )
}

function readProfile(heif: MainModule, image: number): Buffer | null {
  const size = heif._heif_image_handle_get_raw_color_profile_size(image)
  if (size === 0) return null
  const at = heif._malloc(size)
  call(heif, (error) => heif._heif_image_handle_get_raw_color_profile(error, image, at))
  return Buffer.from(heif.HEAPU8.subarray(at, at + size))
}

function decodePixels(heif: MainModule, handle: number, height: number) {
  const image = result(heif, (error, out) =>
    heif._heif_decode_image(error, handle, out, COLORSPACE_RGB, CHROMA_INTERLEAVED_RGBA, 0),
  )
  const strideAt = heif._malloc(POINTER_BYTES)
  const plane = heif._heif_image_get_plane_readonly2(image, CHANNEL_INTERLEAVED, strideAt)
  const stride = heif.HEAPU32[strideAt / POINTER_BYTES]
  // Seen in place, not copied: 50 million pixels are 200 MB.
  const pixels = Buffer.from(heif.HEAPU8.buffer, plane, stride * height)
  return { pixels, rowPixels: stride / 4 }
}

/** Runs a call that hands its answer back through a pointer. */
function result(heif: MainModule, run: (error: number, out: number) => void): number {
  const out = heif._malloc(POINTER_BYTES)
  call(heif, (error) => run(error, out))
  return heif.HEAPU32[out / POINTER_BYTES]
}

/** Runs a call that returns a `heif_error`: three words, of which the first is its code. */
function call(heif: MainModule, run: (error: number) => void): void {
  const error = heif._malloc(ERROR_BYTES)
  run(error)
  const code: number = heif.HEAPU32[error / POINTER_BYTES]
  if (code === 0) return
  const isUnknown = code === UNSUPPORTED_FILETYPE || code === UNSUPPORTED_FEATURE
  throw new ImageRefusedError(isUnknown ? 'not-an-image' : 'damaged')
}

import type { DecodedImage, ImageKind } from './decode-image.ts'
import type { ImageRefusal } from './image-errors.ts'
import type { ImageFormat } from './image-format.ts'

/** The bytes of a picture, or the file they lie in. */
export type ImageSource = Buffer | { path: string; size: number }

/** What a decoding process is asked, one at a time. */
export type DecodingTask = { source: ImageSource; format: ImageFormat; kind: ImageKind }

/** What it answers; `detail` is the decoder's own complaint, for the log. */
export type DecodingAnswer = { image: DecodedImage } | { refusal: ImageRefusal; detail: string }

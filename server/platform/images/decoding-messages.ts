import type { DecodedImage, ImageKind } from './decode-image.ts'
import type { ImageRefusal } from './image-errors.ts'
import type { ImageFormat } from './image-format.ts'

/** What a decoding process is asked, one at a time. */
export type DecodingTask = { bytes: Buffer; format: ImageFormat; kind: ImageKind }

/** What it answers; `detail` is the decoder's own complaint, for the log. */
export type DecodingAnswer = { image: DecodedImage } | { refusal: ImageRefusal; detail: string }

import { IMAGE_TOO_LARGE, NOT_AN_IMAGE } from '../../contract/image-messages.ts'

/** The most pixels one picture may have, all frames of an animation counted. */
export const MAX_IMAGE_PIXELS = 50_000_000

/** Why a file is no picture for us. */
export type ImageRefusal = 'not-an-image' | 'too-many-pixels' | 'too-large' | 'damaged'

const SENTENCES: Record<ImageRefusal, string> = {
  'not-an-image': NOT_AN_IMAGE,
  'too-many-pixels': 'That picture is too big: it can have at most 50 million pixels.',
  'too-large': IMAGE_TOO_LARGE,
  damaged: 'That picture could not be opened. The file may be damaged; please try another one.',
}

/** The file will not be taken; the message is a sentence for the person who chose it. */
export class ImageRefusedError extends Error {
  override readonly name = 'ImageRefusedError'
  readonly reason: ImageRefusal

  /** `number`: which of several it is, from 1. */
  constructor(reason: ImageRefusal, number?: number) {
    super(number === undefined ? SENTENCES[reason] : `Image ${number}: ${SENTENCES[reason]}`)
    this.reason = reason
  }
}

/** Nothing is wrong with the file: too many pictures wait already, or the server is stopping. */
export class ImageBusyError extends Error {
  override readonly name = 'ImageBusyError'

  constructor() {
    super('Many pictures are being prepared right now. Please try again in a moment.')
  }
}

import type { Id } from '../platform/ids.ts'
import type { ImageSource } from './decoding/decode-image.ts'
import { ImageRefusedError } from './image-errors.ts'
import type { ImageStore } from './image-store.ts'

/** A picture that is kept, and what it shows in words. */
export interface DescribedImage {
  id: string
  alt: string
}

/**
 * Keeps the pictures of one thing, `alts` in the same order. One after the other: what a member
 * sends does not take every place in the queue. A refusal says which of several it is about.
 */
export async function saveInOrder(
  images: Pick<ImageStore, 'save'>,
  ownerId: Id,
  sources: readonly ImageSource[],
  alts: readonly string[],
): Promise<DescribedImage[]> {
  const saved: DescribedImage[] = []
  for (const [place, source] of sources.entries()) {
    try {
      const id = await images.save(ownerId, 'post', source)
      saved.push({ id, alt: alts[place] ?? '' })
    } catch (error) {
      const isOneOfSeveral = error instanceof ImageRefusedError && sources.length > 1
      throw isOneOfSeveral ? new ImageRefusedError(error.reason, place + 1) : error
    }
  }
  return saved
}

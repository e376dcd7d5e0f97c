import { isMarkedAsUntransferable } from 'node:worker_threads'
import type { DecodedImage } from './decoding/decode-image.ts'

/**
 * Gives back what the variants of a picture and its upload took, which lies outside of the heap.
 * Left to the collector, a few pictures make it mark all of the heap, and every request waits for
 * that. Whoever still reads the bytes afterwards finds none.
 */
export function releaseBytes(variants: DecodedImage['variants']): void {
  // All come in one message.
  for (const memory of new Set(variants.map(({ bytes }) => bytes.buffer))) {
    // Short ones are cut from what others have their share in: the runtime marks it.
    const isOwn = !isMarkedAsUntransferable(memory)
    if (isOwn && memory instanceof ArrayBuffer) memory.transfer(0)
  }
  globalThis.gc?.({ type: 'minor', execution: 'sync' })
}

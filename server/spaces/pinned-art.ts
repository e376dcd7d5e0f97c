import { ImageBusyError, ImageRefusedError } from '../images/image-errors.ts'
import type { Id } from '../platform/ids.ts'
import { SafeFetchError } from '../platform/safe-fetch/safe-fetch.ts'
import type { Services } from '../services.ts'

// Pinned art hangs somewhere on the internet. Members never fetch it from there, which would tell a
// stranger's host who looks: our own copy, made new like any upload, is what they see.

const ART_WITHIN_MS = 5_000
const ART_MAX_BYTES = 5 * 1024 * 1024

/** Not in use yet; null when there is none to be had. In use it belongs to the space. */
export async function copyArt(
  { safeFetch, images }: Pick<Services, 'safeFetch' | 'images'>,
  ownerId: Id,
  url: string,
): Promise<string | null> {
  if (url === '') return null
  const asked = { timeoutMs: ART_WITHIN_MS, maxBytes: ART_MAX_BYTES, accept: 'image/*' }
  try {
    return await images.save(ownerId, 'post', await safeFetch.get(url, asked))
  } catch (error) {
    if (hasNoImage(error)) return null
    throw error
  }
}

function hasNoImage(error: unknown): boolean {
  return (
    error instanceof SafeFetchError ||
    error instanceof ImageRefusedError ||
    error instanceof ImageBusyError
  )
}

import type { Clock } from '../platform/clock.ts'
import type { Id } from '../platform/ids.ts'
import { isSignature, sign } from '../platform/server-keys.ts'

/** Within a slot an address stays the same, so that a browser finds the picture it keeps. */
const SLOT_MS = 30 * 60_000

/** Until then the same picture has the same address for the same viewer. */
export function signedImageUrlsExpireAt(now: number): number {
  return (Math.floor(now / SLOT_MS) + 1) * SLOT_MS
}

/** What an address of a picture says beside the picture: who it was handed to, and until when. */
export interface SignedImageQuery {
  viewer: string
  expires: string
  signature: string
}

/**
 * Addresses of pictures that not everybody may see: an `<img>` cannot send a token, so whoever
 * may see the picture now is handed an address that names them, is signed and ends within the hour.
 */
export function createSignedImageUrls({ clock, key }: { clock: Clock; key: Buffer }) {
  return {
    /** `viewer=…&expires=…&signature=…`, which opens every width of this image. */
    signedQuery(viewerId: Id, imageId: string): string {
      const expires = (Math.floor(clock() / SLOT_MS) + 2) * SLOT_MS
      const signature = sign(key, `${imageId} ${viewerId} ${expires}`)
      return `viewer=${viewerId}&expires=${expires}&signature=${signature}`
    },

    /** Who the address was handed to; null when it has ended or was never ours. */
    verifiedViewer(imageId: string, { viewer, expires, signature }: SignedImageQuery): Id | null {
      if (!isSignature(key, `${imageId} ${viewer} ${expires}`, signature)) return null
      return Number(expires) > clock() ? Number(viewer) : null
    },
  }
}

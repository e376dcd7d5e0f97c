import type { Clock } from '../clock.ts'
import { isSignature, sign } from '../server-keys.ts'

/** Within a slot an address stays the same, so that a browser may keep the picture. */
const SLOT_MS = 30 * 60_000

/**
 * Addresses of pictures that not everybody may see: an `<img>` cannot send a token, so whoever
 * may see the picture now is handed an address that is signed and ends within the hour.
 */
export function createImageAddresses({ clock, key }: { clock: Clock; key: Buffer }) {
  return {
    /** `expires=…&signature=…`, which opens every width of this image. */
    signedQuery(imageId: string): string {
      const expires = (Math.floor(clock() / SLOT_MS) + 2) * SLOT_MS
      return `expires=${expires}&signature=${sign(key, `${imageId} ${expires}`)}`
    },

    /** Until this moment the same image has the same address. */
    holdUntil(): number {
      return (Math.floor(clock() / SLOT_MS) + 1) * SLOT_MS
    },

    /** Milliseconds the address still lives; 0 when it has ended or was never ours. */
    remainingMs(imageId: string, expires: string, signature: string): number {
      if (!isSignature(key, `${imageId} ${expires}`, signature)) return 0
      return Math.max(0, Number(expires) - clock())
    },
  }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { ImageKind } from '../../images/decoding/decode-image.ts'
import { ImageBusyError, ImageRefusedError } from '../../images/image-errors.ts'
import type { Id } from '../../platform/ids.ts'
import type { ImportedPost } from '../../posts/import/imported-posts.ts'
import type { Services as AllServices } from '../../services.ts'
import type { ReadPost } from './import-content.ts'
import type { ImportZip } from './import-zip.ts'

// The pictures of an archive that is read: each is decoded as one that is uploaded.

type Services = Pick<AllServices, 'images'>

/** While many pictures of others are waiting. */
const BUSY_MS = 2_000
const BUSY_TRIES = 60

/** Those that are pictures, with what was said of each. */
export async function saveImages(services: Services, memberId: Id, zip: ImportZip, post: ReadPost) {
  const saved: ImportedPost['images'] = []
  for (const { file, alt } of post.images) {
    const bytes = await zip.image(file)
    const id = bytes && (await saveImage(services, memberId, 'post', bytes))
    if (id) saved.push({ id, alt })
  }
  return saved
}

/** Null where it is no picture. */
export async function saveImage(
  { images }: Services,
  memberId: Id,
  kind: ImageKind,
  bytes: Buffer,
): Promise<string | null> {
  for (let tries = 1; ; tries++) {
    try {
      return await images.save(memberId, kind, bytes)
    } catch (error) {
      if (error instanceof ImageRefusedError) return null
      if (!(error instanceof ImageBusyError) || tries >= BUSY_TRIES) throw error
      await pause(BUSY_MS)
    }
  }
}

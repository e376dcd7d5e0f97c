import { IMAGES_PAGE_SIZE, type ImagesPage } from '../../contract/posts.ts'
import { type Id, LAST_ID } from '../platform/ids.ts'
import type { Actor, ReadServices } from '../services.ts'
import * as queries from './queries.ts'

/** As far as the viewer may see the posts, newest first: from the top, or before a cursor. */
export async function readImages(
  actor: Actor,
  { db, images }: Pick<ReadServices, 'db' | 'images'>,
  memberId: Id,
  before: Id = LAST_ID,
  viewerId: Id = actor.id,
): Promise<ImagesPage> {
  const limit = IMAGES_PAGE_SIZE + 1
  const page = { viewer: viewerId, author: memberId, before, limit }
  const found = await queries.imagesOf(db, page)
  const shown = found.slice(0, IMAGES_PAGE_SIZE)
  const last = found.length > IMAGES_PAGE_SIZE ? shown.at(-1) : undefined
  return {
    images: shown.map((row) => ({
      postId: String(row.post_id),
      image: { ...images.present(row, actor.id), alt: row.image_alt },
    })),
    nextCursor: last ? String(last.post_id) : null,
  }
}

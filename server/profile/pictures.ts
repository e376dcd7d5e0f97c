import { PICTURES_PAGE_SIZE, type PicturesPage } from '../../contract/posts.ts'
import { type Id, LAST_ID } from '../platform/ids.ts'
import type { Actor, ReadServices } from '../services.ts'
import * as queries from './queries.ts'

/** As far as the actor may see the posts, newest first: from the top, or before a cursor. */
export async function readPictures(
  actor: Actor,
  { db, images }: Pick<ReadServices, 'db' | 'images'>,
  memberId: Id,
  before: Id = LAST_ID,
): Promise<PicturesPage> {
  const limit = PICTURES_PAGE_SIZE + 1
  const page = { viewer: actor.id, author: memberId, before, limit }
  const found = await queries.picturesOf(db, page)
  const shown = found.slice(0, PICTURES_PAGE_SIZE)
  const last = found.length > PICTURES_PAGE_SIZE ? shown.at(-1) : undefined
  return {
    pictures: shown.map((row) => ({
      postId: String(row.post_id),
      image: { ...images.shown(row, actor.id), alt: row.image_alt },
    })),
    nextCursor: last ? String(last.post_id) : null,
  }
}

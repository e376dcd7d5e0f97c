import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { imageCountOf, postCountOf } from '../queries.ts'

export async function countOwnThings(db: Queryable, userId: Id) {
  const row = await db
    .selectNoFrom((eb) => [
      postCountOf(db, userId).as('posts'),
      imageCountOf(db, userId).where('delete_after', 'is', null).as('images'),
      eb
        .selectFrom('comments')
        .select(eb.fn.countAll<number>().as('count'))
        .where('author_id', '=', userId)
        .as('comments'),
      eb
        .selectFrom('space_messages')
        .select(eb.fn.countAll<number>().as('count'))
        .where('sender_id', '=', userId)
        .where('is_deleted', '=', 0)
        .where('added_id', 'is', null)
        .as('messages'),
    ])
    .executeTakeFirstOrThrow()
  return {
    posts: Number(row.posts),
    images: Number(row.images),
    comments: Number(row.comments),
    messages: Number(row.messages),
  }
}

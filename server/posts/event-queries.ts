import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { blockedWith } from '../visibility/hidden-members.ts'
import { visiblePosts } from '../visibility/visible-queries.ts'

export async function friendsWhoSee(
  trx: Queryable,
  post: { id: Id; author_id: Id },
): Promise<Id[]> {
  const rows = await trx
    .selectFrom('friendships as friend')
    .select('friend.friend_id')
    .where('friend.user_id', '=', post.author_id)
    .where((eb) =>
      eb.exists(
        visiblePosts(trx, eb.ref('friend.friend_id'))
          .select('posts.id')
          .where('posts.id', '=', post.id),
      ),
    )
    .execute()
  return rows.map(({ friend_id }) => friend_id)
}

export async function blockedWithAuthor(trx: Queryable, authorId: Id): Promise<Id[]> {
  const rows = await trx
    .selectFrom(blockedWith(authorId).as('blocked'))
    .select('blocked.id')
    .execute()
  return rows.map(({ id }) => id)
}

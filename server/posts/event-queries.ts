import type { Selectable } from 'kysely'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { blockedWith } from '../visibility/hidden-members.ts'
import { visiblePosts } from '../visibility/visible-queries.ts'
import type { PostsTable } from './tables.ts'

type Post = { id: Id; author_id: Id }

const friendsOfAuthor = prepared((trx: Queryable, post: Post) =>
  trx
    .selectFrom('friendships as friend')
    .select('friend.friend_id')
    .where('friend.user_id', '=', post.author_id)
    .where((eb) =>
      eb.exists(
        visiblePosts(trx, eb.ref('friend.friend_id'))
          .select('posts.id')
          .where('posts.id', '=', post.id),
      ),
    ),
)

export async function friendsWhoSee(trx: Queryable, post: Post): Promise<Id[]> {
  return (await friendsOfAuthor(trx, post)).map(({ friend_id }) => friend_id)
}

const blocked = prepared((trx: Queryable, given: { author: Id }) =>
  trx.selectFrom(blockedWith(given.author).as('blocked')).select('blocked.id'),
)

export async function blockedWithAuthor(trx: Queryable, author: Id): Promise<Id[]> {
  return (await blocked(trx, { author })).map(({ id }) => id)
}

export async function newestPostsSeenBy(
  trx: Queryable,
  viewer: Id,
  { author, limit }: { author: Id; limit: number },
): Promise<Pick<Selectable<PostsTable>, 'id' | 'audience'>[]> {
  return visiblePosts(trx, viewer)
    .select(['posts.id', 'posts.audience'])
    .where('posts.author_id', '=', author)
    .orderBy('posts.id', 'desc')
    .limit(limit)
    .execute()
}

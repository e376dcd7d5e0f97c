import type { Selectable } from 'kysely'
import type { PostAudience } from '../../contract/posts.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { isFor } from '../visibility/audiences.ts'
import { ANYBODY, blockedWith } from '../visibility/hidden-members.ts'
import { visibleMembers, visiblePosts } from '../visibility/visible-queries.ts'
import type { PostsTable } from './tables.ts'

type Post = { id: Id; author_id: Id }

const shown = prepared((trx: Queryable, post: Post) =>
  visiblePosts(trx, post.author_id)
    .select('posts.audience')
    .where('posts.id', '=', post.id)
    .where(
      'posts.author_id',
      '=',
      visibleMembers(trx, ANYBODY).select('users.id').where('users.id', '=', post.author_id),
    ),
)

/**
 * For whom of the author's friends the post is; undefined where nobody but its author sees it. To
 * ask the rule for each of 5,000 friends would hold up everybody: of them nobody is apart from the
 * author by a block, which ends a friendship, and the rest is the same for all.
 */
export async function audienceShown(trx: Queryable, post: Post): Promise<PostAudience | undefined> {
  return (await shown(trx, post))[0]?.audience
}

const blocked = prepared((trx: Queryable, given: { author: Id }) =>
  trx.selectFrom(blockedWith(given.author).as('blocked')).select('blocked.id'),
)

export async function blockedWithAuthor(trx: Queryable, author: Id): Promise<Id[]> {
  return (await blocked(trx, { author })).map(({ id }) => id)
}

export function newestSquadPosts(trx: Queryable, given: { author: Id; limit: number }) {
  return visiblePosts(trx, given.author)
    .select('posts.id')
    .where('posts.author_id', '=', given.author)
    .where(isFor('squad'))
    .orderBy('posts.id', 'desc')
    .limit(given.limit)
    .execute()
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

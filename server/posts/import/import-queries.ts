import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'

// The SQL of posts that came in an archive.

/** A few milliseconds on the embedded database. */
const POSTS_AT_ONCE = 25

/** The greatest id of any post among these; null where there is none. */
export async function lastPostIdIn(
  trx: Queryable,
  { first, next }: { first: Id; next: Id },
): Promise<Id | null> {
  const row = await postsWithoutVisibilityCheck(trx)
    .select('posts.id')
    .where('posts.id', '>=', first)
    .where('posts.id', '<', next)
    .orderBy('posts.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function someImportedPosts(trx: Queryable, authorId: Id): Promise<Id[]> {
  const rows = await postsWithoutVisibilityCheck(trx)
    .select('posts.id')
    .where('posts.author_id', '=', authorId)
    .where('posts.imported_from', 'is not', null)
    .orderBy('posts.id')
    .limit(POSTS_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

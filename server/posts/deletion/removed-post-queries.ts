import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { takePostSeq } from '../feeds/newest-posts-queries.ts'
import { POST_COLUMNS } from '../queries.ts'

// The SQL of posts that an administrator removes, and that are given back.

/** A post that was removed; nobody else acts upon it until the transaction ends. */
export function lockRemovedPost(trx: Queryable, postId: Id) {
  const query = postsWithoutVisibilityCheck(trx)
    .select(POST_COLUMNS)
    .where('posts.id', '=', postId)
    .where('posts.removed_at', 'is not', null)
  return withRowLock(trx, query).executeTakeFirst()
}

export async function markPostRemoved(trx: Queryable, postId: Id, now: number) {
  await trx.updateTable('posts').set({ removed_at: now }).where('id', '=', postId).execute()
}

/** With a new number, by which those who gather feeds learn of it as of a post just made. */
export async function restorePost(trx: Queryable, postId: Id) {
  const seq = await takePostSeq(trx)
  await trx
    .updateTable('posts')
    .set((eb) => ({ removed_at: null, seq, version: eb('version', '+', 1) }))
    .where('id', '=', postId)
    .execute()
}

import type { Selectable } from 'kysely'
import type { PostAudience } from '../../../contract/posts.ts'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { POST_COLUMNS } from '../queries.ts'
import type { CommentsTable, CommentVersionsTable } from '../tables.ts'
import { addToComments } from './comment-queries.ts'

// The SQL of comments that an administrator removes, and that are given back.

type CommentRow = Selectable<CommentsTable>

export interface KeptComment {
  comment: CommentRow
  audience: PostAudience
  versions: Selectable<CommentVersionsTable>[]
}

export function versionsOfComment(trx: Queryable, id: Id) {
  return trx.selectFrom('comment_versions').selectAll().where('comment_id', '=', id).execute()
}

/** Any post, also one that was removed; nobody else acts upon it until the transaction ends. */
export function lockPostEvenRemoved(trx: Queryable, postId: Id) {
  const query = postsWithoutVisibilityCheck(trx).select(POST_COLUMNS).where('posts.id', '=', postId)
  return withRowLock(trx, query).executeTakeFirst()
}

/**
 * As it was, once more, in the place of its mark if there is one. The caller has locked the post.
 */
export async function restoreComment(
  trx: Queryable,
  { comment, versions }: KeptComment,
): Promise<void> {
  if (comment.parent_id !== null) await insertMark(trx, comment, comment.parent_id)
  await trx
    .insertInto('comments')
    .values(comment)
    .onConflict((c) => c.column('id').doUpdateSet(comment))
    .execute()
  if (versions.length > 0) await trx.insertInto('comment_versions').values(versions).execute()
  await addToComments(trx, { post: comment.post_id, more: 1 })
}

/** What it replied to may be gone since: of that a mark stands, as if it had never been without. */
async function insertMark(trx: Queryable, { post_id, created_at }: CommentRow, id: Id) {
  await trx
    .insertInto('comments')
    .values({ id, post_id, created_at, author_id: null, text: '' })
    .onConflict((c) => c.column('id').doNothing())
    .execute()
}

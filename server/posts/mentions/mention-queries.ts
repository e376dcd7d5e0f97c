import { sql } from 'kysely'
import { DELETED_NAME } from '../../../contract/mentions.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { lockPosts } from '../deletion/account-deletion-queries.ts'

export interface MentionPlace {
  postId: Id
  commentId?: Id
}

export async function insertMentions(
  trx: Queryable,
  { postId, commentId }: MentionPlace,
  userIds: Id[],
): Promise<Id[]> {
  if (userIds.length === 0) return []
  const rows = await trx
    .selectFrom('post_mentions')
    .select('user_id')
    .where('post_id', '=', postId)
    .where('comment_id', commentId === undefined ? 'is' : '=', commentId ?? null)
    .execute()
  const before = new Set(rows.map(({ user_id }) => user_id))
  const added = userIds.filter((id) => !before.has(id))
  const place = { post_id: postId, comment_id: commentId ?? null }
  if (added.length > 0)
    await trx
      .insertInto('post_mentions')
      .values(added.map((user_id) => ({ id: newId(), user_id, ...place })))
      .execute()
  return added
}

export async function findMembers(trx: Queryable, ids: Id[]): Promise<Id[]> {
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

const AT_ONCE = 50

/**
 * In texts of others `@deleted` takes the place of a deleted member. True while there may be more.
 */
export async function anonymizeSomeMentions(trx: Queryable, memberId: Id): Promise<boolean> {
  const mentions = trx.selectFrom('post_mentions').where('user_id', '=', memberId)
  const found = await mentions.select(['id', 'post_id']).limit(AT_ONCE).execute()
  if (found.length === 0) return false
  // Whoever deletes a post holds it first, too.
  await lockPosts(trx, [...new Set(found.map((row) => row.post_id))])
  const ids = found.map(({ id }) => id)
  const rows = await trx
    .deleteFrom('post_mentions')
    .where('id', 'in', ids)
    .returning(['post_id', 'comment_id'])
    .execute()
  const posts = rows.filter((row) => row.comment_id === null).map((row) => row.post_id)
  const comments = rows.flatMap((row) => row.comment_id ?? [])
  const text = sql<string>`replace(text, ${`<@${memberId}>`}, ${`@${DELETED_NAME}`})`
  if (posts.length > 0) {
    await trx
      .updateTable('posts')
      .set((eb) => ({ text, version: eb('version', '+', 1) }))
      .where('id', 'in', posts)
      .execute()
    await trx.updateTable('post_versions').set({ text }).where('post_id', 'in', posts).execute()
  }
  if (comments.length > 0) {
    await trx.updateTable('comments').set({ text }).where('id', 'in', comments).execute()
    const versions = trx.updateTable('comment_versions').set({ text })
    await versions.where('comment_id', 'in', comments).execute()
  }
  return true
}

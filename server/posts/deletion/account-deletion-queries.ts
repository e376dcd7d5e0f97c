import { deleteSome, deletionOfSome } from '../../platform/database/delete-some.ts'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import { type Id, LAST_ID } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { deleteBareMarks, leaveMarks } from '../comments/comment-queries.ts'

// The SQL of removing what a deleted member said and gave, so many rows at a time. What was really
// deleted comes out of the counts, so two processes may be at it at once. Each answers whether
// there may be more.

/** A few milliseconds on the embedded database. */
const ROWS_AT_ONCE = 100
const POSTS_AT_ONCE = 25

const KEY = {
  post_reactions: ['post_id', 'user_id'],
  vibes: ['post_id', 'user_id', 'emoji'],
  comments: ['id'],
  notifications: ['id'],
} as const

/** A member has one reaction to a post: each takes one off a count. */
export async function deleteSomeReactions(trx: Queryable, memberId: Id): Promise<boolean> {
  const postIds = await lockSomePosts(trx, 'post_reactions', memberId)
  if (postIds.length === 0) return false
  const deleted = await deletionOfSome(trx, 'post_reactions', {
    key: KEY.post_reactions,
    where: { user_id: memberId, post_id: postIds },
    limit: ROWS_AT_ONCE,
  })
    .returning(['post_id', 'kind'])
    .execute()
  for (const [kind, count] of [
    ['like', 'like_count'],
    ['dislike', 'dislike_count'],
  ] as const) {
    const ids = deleted.filter((row) => row.kind === kind).map((row) => row.post_id)
    if (ids.length > 0)
      await trx
        .updateTable('posts')
        .set((eb) => ({ [count]: eb(count, '-', 1), version: eb('version', '+', 1) }))
        .where('id', 'in', ids)
        .execute()
  }
  return true
}

/** A member gives a post each emoji once: all of one emoji take one off their counts. */
export async function deleteSomeVibes(trx: Queryable, memberId: Id): Promise<boolean> {
  const postIds = await lockSomePosts(trx, 'vibes', memberId)
  if (postIds.length === 0) return false
  const deleted = await deletionOfSome(trx, 'vibes', {
    key: KEY.vibes,
    where: { user_id: memberId, post_id: postIds },
    limit: ROWS_AT_ONCE,
  })
    .returning(['post_id', 'emoji'])
    .execute()
  // Another process may have had all of them until now.
  if (deleted.length === 0) return true
  for (const [emoji, rows] of Map.groupBy(deleted, (row) => row.emoji)) {
    const ids = rows.map((row) => row.post_id)
    await trx
      .updateTable('vibe_counts')
      .set((eb) => ({ count: eb('count', '-', 1) }))
      .where('emoji', '=', emoji)
      .where('post_id', 'in', ids)
      .execute()
  }
  const ids = [...new Set(deleted.map((row) => row.post_id))]
  await trx.deleteFrom('vibe_counts').where('post_id', 'in', ids).where('count', '<=', 0).execute()
  await raiseVersions(trx, ids)
  return true
}

/** Of what others replied to, a mark without a word or a name stays. */
export async function deleteSomeComments(trx: Queryable, memberId: Id): Promise<boolean> {
  const ofMember = trx
    .selectFrom('comments')
    .select(['id', 'post_id', 'parent_id'])
    .where('author_id', '=', memberId)
    // Replies are younger than what they reply to.
    .orderBy('id', 'desc')
    .limit(ROWS_AT_ONCE)
  const found = await ofMember.execute()
  if (found.length === 0) return false
  await lockPosts(trx, [...new Set(found.map((row) => row.post_id))])
  // Another process may have had some of them until now.
  const gone = await ofMember
    .where(
      'id',
      'in',
      found.map((row) => row.id),
    )
    .execute()
  const ids = gone.map((row) => row.id)
  if (ids.length === 0) return true
  const replies = await trx
    .selectFrom('comments')
    .select('parent_id')
    .distinct()
    .where('parent_id', 'in', ids)
    .where('id', 'not in', ids)
    .execute()
  const kept = replies.flatMap(({ parent_id }) => parent_id ?? [])
  if (kept.length > 0) await leaveMarks(trx, kept)
  await trx
    .deleteFrom('comments')
    .where('id', 'in', ids)
    .where('author_id', '=', memberId)
    .execute()
  const marks = gone.flatMap(({ parent_id }) => parent_id ?? [])
  if (marks.length > 0) await deleteBareMarks(trx, marks)
  const perPost = Map.groupBy(gone, (row) => row.post_id)
  // Most posts have one of them: few statements, whichever posts they were under.
  const withSoMany = Map.groupBy(perPost.keys(), (id) => perPost.get(id)?.length ?? 0)
  for (const [count, ids] of withSoMany)
    await trx
      .updateTable('posts')
      .set((eb) => ({
        comment_count: eb('comment_count', '-', count),
        version: eb('version', '+', 1),
      }))
      .where('id', 'in', ids)
      .execute()
  return true
}

/**
 * Of those that have some of the member's in this table: whoever deletes one holds it first, too.
 */
async function lockSomePosts(trx: Queryable, table: 'post_reactions' | 'vibes', memberId: Id) {
  const given = trx.selectFrom(table).select('post_id').where('user_id', '=', memberId)
  const found = await given.limit(ROWS_AT_ONCE).execute()
  const ids = [...new Set(found.map((row) => row.post_id))]
  if (ids.length > 0) await lockPosts(trx, ids)
  return ids
}

/**
 * Nobody replies under them until the transaction ends. In one order, so that none waits in a ring.
 */
export async function lockPosts(trx: Queryable, ids: Id[]) {
  const posts = postsWithoutVisibilityCheck(trx).select('posts.id').where('posts.id', 'in', ids)
  await withRowLock(trx, posts.orderBy('posts.id')).execute()
}

/** Nothing that was kept of them holds any more. */
async function raiseVersions(trx: Queryable, ids: Id[]) {
  await trx
    .updateTable('posts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
}

export function somePostsOf(trx: Queryable, authorId: Id) {
  return postsWithoutVisibilityCheck(trx)
    .select('posts.id')
    .where('posts.author_id', '=', authorId)
    .orderBy('posts.id')
    .limit(POSTS_AT_ONCE)
    .execute()
}

/** What others made of these posts: true when there was as much as one transaction should take. */
export async function deleteSomeUnder(trx: Queryable, postIds: Id[]): Promise<boolean> {
  // Whoever takes back what they gave holds the post first, too.
  await lockPosts(trx, postIds)
  await raiseVersions(trx, postIds)
  const ofPosts = { where: { post_id: postIds }, limit: ROWS_AT_ONCE }
  const repliesOfPosts = { ...ofPosts, where: { ...ofPosts.where, parent_id: { atMost: LAST_ID } } }
  let left = ROWS_AT_ONCE
  for (const deleteMore of [
    () => deleteSome(trx, 'post_reactions', { key: KEY.post_reactions, ...ofPosts }),
    () => deleteSome(trx, 'vibes', { key: KEY.vibes, ...ofPosts }),
    // Replies first: what they reply to takes all that are left along.
    () => deleteSome(trx, 'comments', { key: KEY.comments, ...repliesOfPosts }),
    () => deleteSome(trx, 'comments', { key: KEY.comments, ...ofPosts }),
    () => deleteSome(trx, 'notifications', { key: KEY.notifications, ...ofPosts }),
  ]) {
    left -= await deleteMore()
    if (left <= 0) return true
  }
  return false
}

export async function deletePosts(trx: Queryable, ids: Id[]) {
  await trx.deleteFrom('posts').where('id', 'in', ids).execute()
}

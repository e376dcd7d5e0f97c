import { VERSIONS_MAX } from '../../../contract/edits.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable, ReadonlyDatabase } from '../../schema.ts'
import { visibleComments, visiblePosts } from '../../visibility/visible-queries.ts'
import { addToComments } from '../comments/comment-queries.ts'

// The SQL of editing: what is said now, whether anybody answered to it, and what was said before.
// The caller has locked the post.

export interface VersionRow {
  text: string
  written_at: number
}

export interface Words {
  id: Id
  author_id: Id
  text: string
  created_at: number
  edited_at: number | null
  revision: number
}

export function findPostWords(db: ReadonlyDatabase, viewerId: Id, postId: Id) {
  return visiblePosts(db, viewerId)
    .select(['posts.id', 'posts.author_id', 'posts.text'])
    .select(['posts.created_at', 'posts.edited_at', 'posts.revision'])
    .where('posts.id', '=', postId)
    .executeTakeFirst()
}

export function findCommentWords(db: ReadonlyDatabase, viewerId: Id, postId: Id, id: Id) {
  return visibleComments(db, viewerId)
    .select(['comments.id', 'users.id as author_id', 'comments.text'])
    .select(['comments.created_at', 'comments.edited_at', 'comments.revision'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .executeTakeFirst()
}

/** As it is locked by who edits. */
interface AnsweredPost {
  id: Id
  author_id: Id
  deleted_answer_id: Id | null
}

/**
 * Also by what its author deleted or a moderator removed, who may be its author: they would else
 * rewrite what somebody contradicted.
 */
export async function wasPostAnswered(
  trx: Queryable,
  { id, author_id, deleted_answer_id }: AnsweredPost,
): Promise<boolean> {
  if (deleted_answer_id !== null) return true
  for (const table of ['post_reactions', 'vibes'] as const) {
    const given = trx.selectFrom(table).select('post_id').where('post_id', '=', id)
    if (await given.where('user_id', '!=', author_id).limit(1).executeTakeFirst()) return true
  }
  return wasCommented(trx, { postId: id, authorId: author_id, since: 0 })
}

export async function wasCommentAnswered(
  trx: Queryable,
  post: AnsweredPost,
  { id, author_id }: Words,
): Promise<boolean> {
  const isOfPostAuthor = author_id === post.author_id
  if (isOfPostAuthor && post.deleted_answer_id !== null && post.deleted_answer_id > id) return true
  return wasCommented(trx, { postId: post.id, authorId: author_id, since: id })
}

export async function wasCommented(
  trx: Queryable,
  { postId, authorId, since }: { postId: Id; authorId: Id; since: Id },
): Promise<boolean> {
  const other = trx
    .selectFrom('comments')
    .select('id')
    .where('post_id', '=', postId)
    .where('id', '>', since)
    .where('author_id', '!=', authorId)
  return (await other.limit(1).executeTakeFirst()) !== undefined
}

interface Edit {
  text: string
  /** When it was for all to see; null where it was a correction. */
  edited_at: number | null
}

export async function updatePostText(
  trx: Queryable,
  id: Id,
  edit: Edit & { link_card_id?: Id | null },
) {
  await trx
    .updateTable('posts')
    .set((eb) => ({
      ...edit,
      revision: eb('revision', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()
}

/** It says the same, and something beside it changed: what began from before that is no more so. */
export async function raisePostRevision(trx: Queryable, id: Id) {
  await trx
    .updateTable('posts')
    .set((eb) => ({ revision: eb('revision', '+', 1), version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

export function imageAltsOf(trx: Queryable, postId: Id) {
  return trx
    .selectFrom('post_images')
    .select(['place', 'alt'])
    .where('post_id', '=', postId)
    .orderBy('place')
    .execute()
}

export async function updateImageAlts(
  trx: Queryable,
  postId: Id,
  alts: { place: number; alt: string }[],
) {
  for (const { place, alt } of alts)
    await trx
      .updateTable('post_images')
      .set({ alt })
      .where('post_id', '=', postId)
      .where('place', '=', place)
      .execute()
}

export async function updateCommentText(
  trx: Queryable,
  { postId, commentId }: { postId: Id; commentId: Id },
  edit: Edit,
) {
  await trx
    .updateTable('comments')
    .set((eb) => ({ ...edit, revision: eb('revision', '+', 1) }))
    .where('id', '=', commentId)
    .execute()
  // No page of the post's comments that was kept before holds any more.
  await addToComments(trx, { post: postId, more: 0 })
}

export async function insertPostVersion(trx: Queryable, words: Words) {
  const version = { post_id: words.id, ...versionOf(words) }
  await trx.insertInto('post_versions').values(version).execute()
  const kept = trx.selectFrom('post_versions').select('n').where('post_id', '=', words.id)
  const surplus = surplusOf(await kept.orderBy('n').execute())
  if (surplus !== undefined)
    await trx
      .deleteFrom('post_versions')
      .where('post_id', '=', words.id)
      .where('n', '=', surplus)
      .execute()
}

export async function insertCommentVersion(trx: Queryable, words: Words) {
  const version = { comment_id: words.id, ...versionOf(words) }
  await trx.insertInto('comment_versions').values(version).execute()
  const kept = trx.selectFrom('comment_versions').select('n').where('comment_id', '=', words.id)
  const surplus = surplusOf(await kept.orderBy('n').execute())
  if (surplus !== undefined)
    await trx
      .deleteFrom('comment_versions')
      .where('comment_id', '=', words.id)
      .where('n', '=', surplus)
      .execute()
}

function versionOf({ revision, text, edited_at, created_at }: Words) {
  return { n: revision, text, written_at: edited_at ?? created_at }
}

/** The first words stay; of those that followed the oldest goes. */
function surplusOf(kept: { n: number }[]): number | undefined {
  return kept.length > VERSIONS_MAX ? kept[1]?.n : undefined
}

/** What the post said before, oldest first, if the viewer may see it. */
export function postVersions(
  db: ReadonlyDatabase,
  viewerId: Id,
  postId: Id,
): Promise<VersionRow[]> {
  return visiblePosts(db, viewerId)
    .innerJoin('post_versions', 'post_versions.post_id', 'posts.id')
    .select(['post_versions.text', 'post_versions.written_at'])
    .where('posts.id', '=', postId)
    .orderBy('post_versions.n')
    .execute()
}

/** What the comment said before, oldest first, if the viewer may see it. */
export function commentVersions(
  db: ReadonlyDatabase,
  viewerId: Id,
  commentId: Id,
): Promise<VersionRow[]> {
  return visibleComments(db, viewerId)
    .innerJoin('comment_versions', 'comment_versions.comment_id', 'comments.id')
    .select(['comment_versions.text', 'comment_versions.written_at'])
    .where('comments.id', '=', commentId)
    .orderBy('comment_versions.n')
    .execute()
}

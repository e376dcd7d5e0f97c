import { expressionBuilder, type Selectable, sql } from 'kysely'
import { REPLIES_SHOWN } from '../../../contract/comments.ts'
import { jsonCounted, jsonRows } from '../../platform/database/portable-sql.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Id, LAST_ID } from '../../platform/ids.ts'
import type { Queryable, ReadonlyDatabase, Schema } from '../../schema.ts'
import { unseenMembers } from '../../visibility/visible-counts.ts'
import {
  isReplyBelow,
  visibleComments,
  visibleRepliesBelow,
  visibleThreads,
} from '../../visibility/visible-queries.ts'
import { cardColumnsFor } from '../cards/card-queries.ts'
import type { CommentsTable } from '../tables.ts'

// The SQL of comments and of the replies to them. Who writes has locked the post.

export type NewCommentRow = Omit<Selectable<CommentsTable>, 'edited_at' | 'revision'>

export async function insertComment(trx: Queryable, comment: NewCommentRow) {
  await newComment(trx, comment)
  await addToComments(trx, { post: comment.post_id, more: 1 })
}

const newComment = prepared((trx: Queryable, given: NewCommentRow) =>
  trx.insertInto('comments').values({
    id: given.id,
    post_id: given.post_id,
    author_id: given.author_id,
    text: given.text,
    created_at: given.created_at,
    parent_id: given.parent_id,
  }),
)

export const addToComments = prepared((trx: Queryable, given: { post: Id; more: number }) =>
  trx
    .updateTable('posts')
    .set((eb) => ({
      comment_count: eb('comment_count', '+', given.more),
      version: eb('version', '+', sql.lit(1)),
    }))
    .where('id', '=', given.post),
)

interface CommentInThread {
  id: Id
  post_id: Id
  parent_id: Id | null
}

export async function findVisibleComment(trx: Queryable, viewerId: Id, postId: Id, id: Id) {
  const [comment] = await visibleComment(trx, { viewerId, postId, id })
  return comment
}

const visibleComment = prepared((trx: Queryable, given: { viewerId: Id; postId: Id; id: Id }) =>
  visibleComments(trx, given.viewerId)
    .select(['comments.id', 'comments.post_id', 'comments.author_id', 'comments.parent_id'])
    .where('comments.id', '=', given.id)
    .where('comments.post_id', '=', given.postId),
)

export function findCommentWithoutVisibilityCheck(trx: Queryable, id: Id) {
  return trx
    .selectFrom('comments')
    .selectAll()
    .where('id', '=', id)
    .where('author_id', 'is not', null)
    .executeTakeFirst()
}

/** Who wrote it; null where only its mark is left. */
export async function authorOfComment(trx: Queryable, id: Id): Promise<Id | null> {
  const [comment] = await authorById(trx, { id })
  return comment?.author_id ?? null
}

const authorById = prepared((trx: Queryable, given: { id: Id }) =>
  trx.selectFrom('comments').select('author_id').where('id', '=', given.id),
)

/** Where others replied to it, its mark stays until they are gone, too. False when it was gone. */
export async function deleteComment(trx: Queryable, comment: CommentInThread): Promise<boolean> {
  const isGone = (await hasReplies(trx, comment.id))
    ? await leaveMark(trx, comment.id)
    : await deleteRow(trx, comment.id)
  if (!isGone) return false
  await addToComments(trx, { post: comment.post_id, more: -1 })
  if (comment.parent_id !== null) await deleteBareMarks(trx, [comment.parent_id])
  return true
}

/** A comment of somebody else than its post's author was deleted by that author, or removed. */
export async function updateDeletedAnswer(trx: Queryable, { id, post_id }: CommentInThread) {
  await trx
    .updateTable('posts')
    .set({ deleted_answer_id: id })
    .where('id', '=', post_id)
    .where(({ eb, or }) =>
      or([eb('deleted_answer_id', 'is', null), eb('deleted_answer_id', '<', id)]),
    )
    .execute()
}

async function hasReplies(trx: Queryable, id: Id): Promise<boolean> {
  const replies = trx.selectFrom('comments').select('id').where('parent_id', '=', id)
  return (await replies.limit(1).executeTakeFirst()) !== undefined
}

async function leaveMark(trx: Queryable, id: Id): Promise<boolean> {
  await leaveMarks(trx, [id])
  return true
}

async function deleteRow(trx: Queryable, id: Id): Promise<boolean> {
  const row = trx.deleteFrom('comments').where('id', '=', id).returning('id')
  return (await row.executeTakeFirst()) !== undefined
}

/** Only that something was said stays, and nothing of what or by whom. */
export async function leaveMarks(trx: Queryable, ids: Id[]) {
  await trx.deleteFrom('comment_versions').where('comment_id', 'in', ids).execute()
  await trx.deleteFrom('post_mentions').where('comment_id', 'in', ids).execute()
  await trx
    .updateTable('comments')
    .set({ author_id: null, text: '', edited_at: null })
    .where('id', 'in', ids)
    .execute()
}

export async function deleteBareMarks(trx: Queryable, ids: Id[]) {
  await trx
    .deleteFrom('comments')
    .where('id', 'in', ids)
    .where('author_id', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('comments as reply')
            .select('reply.id')
            .whereRef('reply.parent_id', '=', 'comments.id'),
        ),
      ),
    )
    .execute()
}

const COLUMNS = [
  ...(['comments.id', 'comments.author_id', 'comments.parent_id', 'comments.text'] as const),
  ...(['comments.created_at', 'comments.edited_at', 'comments.revision'] as const),
  ...(['users.username', 'users.user_number', 'users.photo_image_id'] as const),
]

const OWN_COLUMNS = [
  ...(['reply.id', 'reply.author_id', 'reply.parent_id', 'reply.text'] as const),
  ...(['reply.created_at', 'reply.edited_at', 'reply.revision'] as const),
]
const REPLY_COLUMNS = [
  ...OWN_COLUMNS,
  ...(['users.username', 'users.user_number', 'users.photo_image_id'] as const),
]

interface CommentsPage {
  viewerId: Id
  postId: Id
  before: Id
  limit: number
}

/** The newest that reply to none, or those before one, newest first; with the first replies. */
export function newestThreads(
  db: ReadonlyDatabase,
  { before, ...page }: Omit<CommentsPage, 'before'> & { before: Id | null },
) {
  return threads(db, { ...page, before: before ?? LAST_ID })
}

const threads = prepared((db: ReadonlyDatabase, given: CommentsPage) =>
  visibleThreads(db, given.viewerId)
    .select(COLUMNS)
    .select(['posts.version', ...cardColumnsFor(db, given.viewerId)])
    .select(belowThread(db, given.viewerId))
    .where('comments.post_id', '=', given.postId)
    .where('comments.id', '<', given.before)
    // As the index has them: that none replies does not tell PostgreSQL that they lie in order.
    .orderBy('comments.parent_id', 'desc')
    .orderBy('comments.id', 'desc')
    .limit(given.limit),
)

/**
 * What stands below a comment: the first replies, oldest first, and how many there are of anybody.
 * Null where there is nothing.
 */
function belowThread(db: ReadonlyDatabase, viewerId: Id) {
  const first = visibleRepliesBelow(db, viewerId)
    .select(OWN_COLUMNS)
    // As the index has them, or PostgreSQL may look for the first through all ids.
    .orderBy('reply.parent_id')
    .orderBy('reply.id')
    .limit(sql.lit(REPLIES_SHOWN))
  const withAuthors = db
    .selectFrom(first.as('reply'))
    .innerJoin('users', 'users.id', 'reply.author_id')
    .select(REPLY_COLUMNS)
    .orderBy('reply.id')
  const all = db
    .selectFrom('comments as reply')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(isReplyBelow)
  const any = db.selectFrom('comments as reply').select('reply.id').where(isReplyBelow)
  const counted = jsonCounted(db, sql<number>`${all}`, jsonRows(db, withAuthors))
  // Most have none: to count and to list none would cost a third of the page.
  const eb = expressionBuilder<Schema, never>()
  return eb.case().when(eb.exists(any)).then(counted).end().as('below')
}

type PageRow = Awaited<ReturnType<typeof newestThreads>>[number]
export type ThreadRow = Omit<PageRow, 'version' | 'generation' | 'hasBlocks'>
export type CommentRow = Omit<ThreadRow, 'below'>
export type Below = NonNullable<ThreadRow['below']>

const unseen = prepared((db: ReadonlyDatabase, given: { viewerId: Id; postId: Id }) =>
  db
    .selectFrom('comments')
    .select((eb) => ['parent_id', eb.fn.countAll<number>().as('count')])
    .where('author_id', 'in', unseenMembers(given.viewerId))
    // A range, or PostgreSQL reads all comments of the post for each of them.
    .where((eb) => eb.between('post_id', given.postId, given.postId))
    .where('parent_id', 'is not', null)
    .groupBy('parent_id'),
)

/** How many replies to each comment of a post the viewer does not see: those of few authors. */
export async function unseenReplies(db: ReadonlyDatabase, viewerId: Id, postId: Id) {
  const rows = await unseen(db, { viewerId, postId })
  return new Map(rows.map(({ parent_id, count }) => [parent_id, Number(count)]))
}

interface RepliesPage {
  viewerId: Id
  postId: Id
  parentId: Id
  after: Id
  limit: number
}

/** The replies to a comment that follow one, oldest first. */
export const repliesAfter = prepared((db: ReadonlyDatabase, given: RepliesPage) =>
  visibleComments(db, given.viewerId)
    .select(COLUMNS)
    .where('comments.post_id', '=', given.postId)
    .where('comments.parent_id', '=', given.parentId)
    .where('comments.id', '>', given.after)
    .orderBy('comments.id')
    .limit(given.limit),
)

const one = prepared((db: ReadonlyDatabase, given: { viewerId: Id; postId: Id; id: Id }) =>
  visibleComments(db, given.viewerId)
    .select(COLUMNS)
    .select(belowThread(db, given.viewerId))
    .where('comments.post_id', '=', given.postId)
    .where('comments.id', '=', given.id),
)

export async function findComment(db: ReadonlyDatabase, viewerId: Id, postId: Id, id: Id) {
  const [comment] = await one(db, { viewerId, postId, id })
  return comment
}

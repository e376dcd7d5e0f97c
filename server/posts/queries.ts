import { type Selectable, sql } from 'kysely'
import { forUpdate } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import { type Id, LAST_ID } from '../platform/ids.ts'
import type { CommentsTable, PostsTable, Queryable, ReadonlyDatabase } from '../schema.ts'
import {
  postsWithoutVisibilityCheck,
  visibleComments,
  visiblePosts,
} from '../visibility/visible-queries.ts'
import { takePostNumber } from './newest-posts-queries.ts'

// The SQL of posts and their comments. Every read of a post begins from what the viewer may see.

export const POST_COLUMNS = [
  'posts.id',
  'posts.author_id',
  'posts.image_id',
  'posts.audience',
] as const

/** What is written with a new post; named once, so that nothing is taken and then not written. */
const NEW_POST = [
  ...(['id', 'author_id', 'text', 'image_id', 'image_alt'] as const),
  ...(['theme_date', 'theme_prompt'] as const),
  ...(['created_at', 'audience', 'is_public', 'seq'] as const),
]
type NewPostRow = Pick<Selectable<PostsTable>, (typeof NEW_POST)[number]>

export async function insertPost(trx: Queryable, post: Omit<NewPostRow, 'seq'>) {
  await newPost(trx, { ...post, seq: await takePostNumber(trx) })
}

const newPost = prepared((trx: Queryable, given: NewPostRow) => {
  const values = NEW_POST.map((column) => [column, given[column]])
  return trx.insertInto('posts').values(Object.fromEntries(values) as NewPostRow)
})

/** The post, if the actor may see it; nobody else acts upon it until the transaction ends. */
export async function lockVisiblePost(trx: Queryable, actorId: Id, postId: Id) {
  const [post] = await lockedPost(trx, { actorId, postId })
  return post
}

const lockedPost = prepared((trx: Queryable, given: { actorId: Id; postId: Id }) =>
  forUpdate(
    trx,
    visiblePosts(trx, given.actorId).select(POST_COLUMNS).where('posts.id', '=', given.postId),
  ),
)

/** Any post, for moderation; nobody else acts upon it until the transaction ends. */
export function lockPostWithoutVisibilityCheck(trx: Queryable, postId: Id) {
  const query = postsWithoutVisibilityCheck(trx)
    .select([...POST_COLUMNS, 'posts.text', 'posts.image_alt'])
    .where('posts.id', '=', postId)
    .where('posts.removed_at', 'is', null)
  return forUpdate(trx, query).executeTakeFirst()
}

export type PostRow = NonNullable<Awaited<ReturnType<typeof lockVisiblePost>>>

/** Whether a post of theirs is for friends only; locks that until the transaction ends. */
export async function isAuthorPrivate(trx: Queryable, authorId: Id): Promise<boolean> {
  const [author] = await lockedPrivacy(trx, { authorId })
  return author?.is_private === 1
}

const lockedPrivacy = prepared((trx: Queryable, given: { authorId: Id }) =>
  // Shared: who posts twice at once holds the account already, and would wait for the other.
  forUpdate(
    trx,
    trx.selectFrom('users').select('is_private').where('id', '=', given.authorId),
    'shared',
  ),
)

export async function deletePost(trx: Queryable, postId: Id) {
  await trx.deleteFrom('posts').where('id', '=', postId).execute()
}

type NewCommentRow = Omit<Selectable<CommentsTable>, 'edited_at' | 'revision'>

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

/** A comment of this post, if the viewer may see it. */
export function findVisibleComment(trx: Queryable, viewerId: Id, postId: Id, id: Id) {
  return visibleComments(trx, viewerId)
    .select(['comments.id', 'comments.post_id', 'comments.author_id'])
    .where('comments.id', '=', id)
    .where('comments.post_id', '=', postId)
    .executeTakeFirst()
}

/** Any comment, for moderation. */
export function findCommentWithoutVisibilityCheck(trx: Queryable, id: Id) {
  return trx.selectFrom('comments').selectAll().where('id', '=', id).executeTakeFirst()
}

/** False when it was gone. The caller has locked its post. */
export async function deleteComment(
  trx: Queryable,
  comment: { id: Id; post_id: Id },
): Promise<boolean> {
  const row = await trx
    .deleteFrom('comments')
    .where('id', '=', comment.id)
    .returning('id')
    .executeTakeFirst()
  if (!row) return false
  await addToComments(trx, { post: comment.post_id, more: -1 })
  return true
}

/** The newest comments of a post, or those just before one, newest first. */
export function newestComments(
  db: ReadonlyDatabase,
  viewerId: Id,
  postId: Id,
  { before, limit }: { before: Id | null; limit: number },
) {
  return comments(db, { viewerId, postId, before: before ?? LAST_ID, limit })
}

interface CommentsPage {
  viewerId: Id
  postId: Id
  before: Id
  limit: number
}

const comments = prepared((db: ReadonlyDatabase, given: CommentsPage) =>
  commentsOf(db, given)
    .where('comments.id', '<', given.before)
    .orderBy('comments.id', 'desc')
    .limit(given.limit),
)

/** One comment of this post, if the viewer may see it. */
export function findComment(db: ReadonlyDatabase, viewerId: Id, postId: Id, id: Id) {
  return commentsOf(db, { viewerId, postId }).where('comments.id', '=', id).executeTakeFirst()
}

function commentsOf(db: ReadonlyDatabase, { viewerId, postId }: { viewerId: Id; postId: Id }) {
  return visibleComments(db, viewerId)
    .select([
      'comments.id',
      'comments.author_id',
      'comments.text',
      'comments.created_at',
      'comments.edited_at',
      'comments.revision',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
    ])
    .where('comments.post_id', '=', postId)
}

export type CommentRow = Awaited<ReturnType<typeof newestComments>>[number]

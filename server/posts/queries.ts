import type { Insertable } from 'kysely'
import { forUpdate } from '../platform/database/for-update.ts'
import type { Id } from '../platform/ids.ts'
import type { CommentsTable, PostsTable, Queryable, ReadonlyDatabase } from '../schema.ts'
import {
  postsWithoutVisibilityCheck,
  visibleComments,
  visiblePosts,
} from '../visibility/visible-queries.ts'

// The SQL of posts and their comments. Every read of a post begins from what the viewer may see.

const POST_COLUMNS = ['posts.id', 'posts.author_id', 'posts.image_id'] as const

/** Every column is given, also those that a migration gave a default. */
type NewPostRow = Required<Omit<Insertable<PostsTable>, 'version'>>

export async function insertPost(trx: Queryable, post: NewPostRow) {
  await trx.insertInto('posts').values(post).execute()
}

/** The post, if the actor may see it; nobody else acts upon it until the transaction ends. */
export function lockVisiblePost(trx: Queryable, actorId: Id, postId: Id) {
  const query = visiblePosts(trx, actorId).select(POST_COLUMNS).where('posts.id', '=', postId)
  return forUpdate(trx, query).executeTakeFirst()
}

/** Any post, for moderation; nobody else acts upon it until the transaction ends. */
export function lockPostWithoutVisibilityCheck(trx: Queryable, postId: Id) {
  const query = postsWithoutVisibilityCheck(trx).select(POST_COLUMNS).where('posts.id', '=', postId)
  return forUpdate(trx, query).executeTakeFirst()
}

export type PostRow = NonNullable<Awaited<ReturnType<typeof lockVisiblePost>>>

/** Whether a post of theirs is for friends only; locks that until the transaction ends. */
export async function isAuthorPrivate(trx: Queryable, authorId: Id): Promise<boolean> {
  const author = trx.selectFrom('users').select('is_private').where('id', '=', authorId)
  const { is_private } = await forUpdate(trx, author).executeTakeFirstOrThrow()
  return is_private === 1
}

export async function updateAudience(trx: Queryable, authorId: Id, isPublic: boolean) {
  await trx
    .updateTable('posts')
    .set((eb) => ({ is_public: isPublic ? 1 : 0, version: eb('version', '+', 1) }))
    .where('author_id', '=', authorId)
    .execute()
}

/** What stands on the cards of the author's posts changes: their name or their photo. */
export async function advanceVersionsOf(trx: Queryable, authorId: Id) {
  await trx
    .updateTable('posts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('author_id', '=', authorId)
    .execute()
}

export async function deletePost(trx: Queryable, postId: Id) {
  await trx.deleteFrom('posts').where('id', '=', postId).execute()
}

export async function deletePostsOf(trx: Queryable, authorId: Id) {
  await trx.deleteFrom('posts').where('author_id', '=', authorId).execute()
}

export async function insertComment(trx: Queryable, comment: Insertable<CommentsTable>) {
  await trx.insertInto('comments').values(comment).execute()
  await trx
    .updateTable('posts')
    .set((eb) => ({
      comment_count: eb('comment_count', '+', 1),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', comment.post_id)
    .execute()
}

/** The newest comments of a post, or those just before one, newest first. */
export function newestComments(
  db: ReadonlyDatabase,
  viewerId: Id,
  postId: Id,
  { before, limit }: { before: Id | null; limit: number },
) {
  return visibleComments(db, viewerId)
    .select([
      'comments.id',
      'comments.author_id',
      'comments.text',
      'comments.created_at',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
    ])
    .where('comments.post_id', '=', postId)
    .$if(before !== null, (query) => query.where('comments.id', '<', before ?? 0))
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof newestComments>>[number]

/** Takes the member's comments out of the counts of the posts they stand under, then away. */
export async function deleteCommentsOf(trx: Queryable, authorId: Id) {
  const counts = await trx
    .selectFrom('comments')
    .select((eb) => ['post_id', eb.fn.countAll<number>().as('count')])
    .where('author_id', '=', authorId)
    .groupBy('post_id')
    .execute()
  for (const { post_id, count } of counts)
    await trx
      .updateTable('posts')
      .set((eb) => ({
        comment_count: eb('comment_count', '-', Number(count)),
        version: eb('version', '+', 1),
      }))
      .where('id', '=', post_id)
      .execute()
  await trx.deleteFrom('comments').where('author_id', '=', authorId).execute()
}

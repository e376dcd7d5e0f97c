import type { Insertable } from 'kysely'
import { FEED_PAGE_SIZE } from '../../contract/posts.ts'
import { maySeePostsOfUser } from '../friends/visibility.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { CommentsTable, PostsTable, Queryable } from '../schema.ts'
import { ownReaction, ownVibes, reactorsOf, vibeCountsOf, vibesOf } from './reaction-queries.ts'

// The SQL of posts and their comments. Every read of a post begins from what the viewer may see.

export async function insertPost(trx: Queryable, post: Insertable<PostsTable>) {
  await trx.insertInto('posts').values(post).execute()
}

type ViewerAndPosts = { viewer: string } & Record<`post${number}`, string>

const visiblePosts = prepared((db: Queryable, given: ViewerAndPosts) =>
  cards(db, given).where(maySeePostsOfUser(given.viewer)),
)
const everyPost = prepared((db: Queryable, given: ViewerAndPosts) => cards(db, given))

/** The posts among these the viewer may see, in no particular order. At most a page of them. */
export function shownPosts(db: Queryable, viewerId: string, ids: string[]) {
  return visiblePosts(db, valuesOf(viewerId, ids))
}

/** The same without asking who may see them: for moderation only. */
export function moderatedPosts(db: Queryable, viewerId: string, ids: string[]) {
  return everyPost(db, valuesOf(viewerId, ids))
}

export type ShownPostRow = Awaited<ReturnType<typeof shownPosts>>[number]

/** The post, if the viewer may see it: what every act upon it begins with. */
export function findVisiblePost(db: Queryable, viewerId: string, postId: string) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .select(['posts.id', 'posts.author_id', 'posts.image_id'])
    .where('posts.id', '=', postId)
    .where(maySeePostsOfUser(viewerId))
    .executeTakeFirst()
}

export async function isAuthorPrivate(trx: Queryable, authorId: string): Promise<boolean> {
  const { is_private } = await trx
    .selectFrom('users')
    .select('is_private')
    .where('id', '=', authorId)
    .executeTakeFirstOrThrow()
  return is_private === 1
}

export async function updateAudience(trx: Queryable, authorId: string, isPublic: boolean) {
  await trx
    .updateTable('posts')
    .set({ is_public: isPublic ? 1 : 0 })
    .where('author_id', '=', authorId)
    .execute()
}

export async function deletePost(trx: Queryable, postId: string) {
  await trx.deleteFrom('posts').where('id', '=', postId).execute()
}

export async function deletePostsOf(trx: Queryable, authorId: string) {
  await trx.deleteFrom('posts').where('author_id', '=', authorId).execute()
}

export async function insertComment(trx: Queryable, comment: Insertable<CommentsTable>) {
  await trx.insertInto('comments').values(comment).execute()
  await trx
    .updateTable('posts')
    .set((eb) => ({ comment_count: eb('comment_count', '+', 1) }))
    .where('id', '=', comment.post_id)
    .execute()
}

/** The newest comments of a post, or those just before one, newest first. */
export function newestComments(
  db: Queryable,
  postId: string,
  before: string | null,
  limit: number,
) {
  return db
    .selectFrom('comments')
    .innerJoin('users', 'users.id', 'comments.author_id')
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
    .$if(before !== null, (query) => query.where('comments.id', '<', before ?? ''))
    .orderBy('comments.id', 'desc')
    .limit(limit)
    .execute()
}

export type CommentRow = Awaited<ReturnType<typeof newestComments>>[number]

/** Takes the member's comments out of the counts of the posts they stand under, then away. */
export async function deleteCommentsOf(trx: Queryable, authorId: string) {
  const counts = await trx
    .selectFrom('comments')
    .select((eb) => ['post_id', eb.fn.countAll<number>().as('count')])
    .where('author_id', '=', authorId)
    .groupBy('post_id')
    .execute()
  for (const { post_id, count } of counts)
    await trx
      .updateTable('posts')
      .set((eb) => ({ comment_count: eb('comment_count', '-', Number(count)) }))
      .where('id', '=', post_id)
      .execute()
  await trx.deleteFrom('comments').where('author_id', '=', authorId).execute()
}

/** No post has this id: it fills the places of a page that is not full. */
const NO_POST = '00000000-0000-0000-0000-000000000000'
const PLACES = Array.from({ length: FEED_PAGE_SIZE }, (_, index) => `post${index}` as const)

function valuesOf(viewer: string, ids: string[]): ViewerAndPosts {
  return Object.assign(
    { viewer },
    Object.fromEntries(PLACES.map((place, index) => [place, ids[index] ?? NO_POST])),
  )
}

/** Posts with author, picture and what people made of them; each list is bounded. */
function cards(db: Queryable, given: ViewerAndPosts) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('images', 'images.id', 'posts.image_id')
    .where(
      'posts.id',
      'in',
      PLACES.map((place) => given[place] ?? NO_POST),
    )
    .select([
      'posts.id',
      'posts.author_id',
      'posts.text',
      'posts.image_alt',
      'posts.created_at',
      'posts.like_count',
      'posts.dislike_count',
      'posts.comment_count',
      'users.username',
      'users.user_number',
      'users.is_private',
      'users.photo_image_id',
      'images.id as image_id',
      'images.width as image_width',
      'images.height as image_height',
      'images.placeholder as image_placeholder',
      'images.widths as image_widths',
      reactorsOf(db, 'like').as('likes'),
      reactorsOf(db, 'dislike').as('dislikes'),
      ownReaction(db, given.viewer).as('own_reaction'),
      vibesOf(db).as('vibes'),
      ownVibes(db, given.viewer).as('own_vibes'),
      vibeCountsOf(db).as('vibe_counts'),
    ])
}

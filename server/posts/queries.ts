import type { Insertable } from 'kysely'
import type { PostsTable, Queryable } from '../schema.ts'

// All SQL of the posts room. Feeds are keyset pages over ids, which sort by time.

export interface PageAsked {
  limit: number
  /** Only posts before this id. */
  before: string | null
  offset: number
}

export async function insertPost(trx: Queryable, post: Insertable<PostsTable>) {
  await trx.insertInto('posts').values(post).execute()
}

/** Posts of the viewer's friends and the viewer's own, newest first. */
export function friendsFeed(db: Queryable, viewerId: string, page: PageAsked) {
  return pageOf(
    shownPosts(db).where((eb) =>
      eb.or([
        eb('posts.author_id', '=', viewerId),
        eb(
          'posts.author_id',
          'in',
          eb
            .selectFrom('friendships')
            .select('friendships.friend_id')
            .where('friendships.user_id', '=', viewerId),
        ),
      ]),
    ),
    page,
  )
}

/** Posts of members whose profile is public, and the viewer's own, newest first. */
export function publicFeed(db: Queryable, viewerId: string, page: PageAsked) {
  return pageOf(
    shownPosts(db).where((eb) =>
      eb.or([eb('users.is_private', '=', 0), eb('posts.author_id', '=', viewerId)]),
    ),
    page,
  )
}

export function findShownPost(db: Queryable, postId: string) {
  return shownPosts(db).where('posts.id', '=', postId).executeTakeFirst()
}

export function findPostForChange(trx: Queryable, postId: string) {
  return trx
    .selectFrom('posts')
    .select(['id', 'author_id', 'image_id'])
    .where('id', '=', postId)
    .executeTakeFirst()
}

export async function deletePost(trx: Queryable, postId: string) {
  await trx.deleteFrom('posts').where('id', '=', postId).execute()
}

export async function deletePostsOf(trx: Queryable, authorId: string) {
  await trx.deleteFrom('posts').where('author_id', '=', authorId).execute()
}

export type ShownPostRow = Awaited<ReturnType<typeof friendsFeed>>[number]

function shownPosts(db: Queryable) {
  return db
    .selectFrom('posts')
    .innerJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('images', 'images.id', 'posts.image_id')
    .select([
      'posts.id',
      'posts.author_id',
      'posts.text',
      'posts.image_alt',
      'posts.created_at',
      'users.username',
      'users.user_number',
      'users.is_private',
      'users.photo_image_id',
      'images.id as image_id',
      'images.width as image_width',
      'images.height as image_height',
      'images.placeholder as image_placeholder',
      'images.widths as image_widths',
    ])
}

function pageOf(query: ReturnType<typeof shownPosts>, { limit, before, offset }: PageAsked) {
  const until = before === null ? query : query.where('posts.id', '<', before)
  return until.orderBy('posts.id', 'desc').limit(limit).offset(offset).execute()
}

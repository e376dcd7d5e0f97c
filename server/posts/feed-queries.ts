import { sql } from 'kysely'
import type { Queryable } from '../schema.ts'

// The feeds' SQL: which posts stand on a page, as ids, newest first. The friends feed is written
// when a post is made (docs/decisions/0005), so a page is one stretch of an index for everybody.

export interface PageAsked {
  limit: number
  /** Only posts before this id. */
  before: string | null
  offset: number
}

/** How many entries of a member's friends feed are kept ready; what is older is looked up. */
export const FEED_ENTRIES_KEPT = 1_000
/** Smaller than any id. */
const NO_FLOOR = '00000000-0000-0000-0000-000000000000'

/** Ids of posts by the viewer's friends and the viewer, newest first. */
export async function friendsFeedIds(db: Queryable, viewerId: string, page: PageAsked) {
  const { limit, offset, before } = page
  const rows = await db
    .selectFrom('feed_entries')
    .select('post_id as id')
    .where('viewer_id', '=', viewerId)
    .where('post_id', '>=', (eb) => eb.fn.coalesce(floorOf(db, viewerId), eb.val(NO_FLOOR)))
    .$if(before !== null, (query) => query.where('post_id', '<', before ?? ''))
    .orderBy('post_id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  if (rows.length < limit && (await floorOf(db, viewerId).executeTakeFirst()))
    return olderFriendsFeedIds(db, viewerId, page)
  return rows.map((row) => row.id)
}

/**
 * What `friendsFeedIds` would say if nothing were kept ready. Its cost grows with the posts of
 * all friends, so it serves only beyond the entries that are kept.
 */
export async function olderFriendsFeedIds(db: Queryable, viewerId: string, page: PageAsked) {
  const { limit, offset, before } = page
  const all = db
    .selectFrom('posts')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('author_id', '=', viewerId),
        eb(
          'author_id',
          'in',
          eb.selectFrom('friendships').select('friend_id').where('user_id', '=', viewerId),
        ),
      ]),
    )
  const rows = await (before === null ? all : all.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.id)
}

/** Ids of posts by members whose profile is public, and the viewer's own, newest first. */
export async function publicFeedIds(db: Queryable, viewerId: string, page: PageAsked) {
  const { limit, offset, before } = page
  const reach = limit + offset
  // Two stretches of two indexes, each no longer than the page can be, merged.
  const everybodys = db
    .selectFrom('posts')
    .select('id')
    .where('is_public', '=', sql.lit(1))
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(reach)
  const own = db
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', viewerId)
    .$if(before !== null, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(reach)
  const rows = await db
    .selectFrom(
      db
        .selectFrom(everybodys.as('e'))
        .select('e.id')
        .union(db.selectFrom(own.as('o')).select('o.id'))
        .as('merged'),
    )
    .select('merged.id')
    .orderBy('merged.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
  return rows.map((row) => row.id)
}

/** Enters a new post into the feeds of its author and the author's friends. */
export async function enterIntoFeeds(trx: Queryable, postId: string) {
  await trx
    .insertInto('feed_entries')
    .columns(['viewer_id', 'post_id'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .innerJoin('friendships', 'friendships.user_id', 'posts.author_id')
        .select(['friendships.friend_id as viewer_id', 'posts.id as post_id'])
        .where('posts.id', '=', postId)
        .unionAll(
          eb
            .selectFrom('posts')
            .select(['author_id as viewer_id', 'id as post_id'])
            .where('id', '=', postId),
        ),
    )
    .execute()
}

export async function removeFromFeeds(trx: Queryable, postId: string, authorId: string) {
  await trx
    .deleteFrom('feed_entries')
    .where('post_id', '=', postId)
    .where((eb) =>
      eb.or([
        eb('viewer_id', '=', authorId),
        eb(
          'viewer_id',
          'in',
          eb.selectFrom('friendships').select('friend_id').where('user_id', '=', authorId),
        ),
      ]),
    )
    .execute()
}

/**
 * The posts of a new friend enter the viewer's feed, as far back as entries are kept. Who wrote
 * more than that raises the floor, so that what is kept ready has no holes.
 */
export async function enterAuthorIntoFeed(trx: Queryable, viewerId: string, authorId: string) {
  await trx
    .insertInto('feed_entries')
    .columns(['viewer_id', 'post_id'])
    .expression((eb) =>
      eb
        .selectFrom('posts')
        .innerJoin('users as viewer', (join) => join.on('viewer.id', '=', viewerId))
        .select(['viewer.id', 'posts.id as post_id'])
        .where('posts.author_id', '=', authorId)
        .orderBy('posts.id', 'desc')
        .limit(FEED_ENTRIES_KEPT),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  const oldestEntered = await nthNewestPostOf(trx, authorId, FEED_ENTRIES_KEPT)
  if (oldestEntered) await raiseFloor(trx, viewerId, oldestEntered)
}

export async function removeAuthorFromFeed(trx: Queryable, viewerId: string, authorId: string) {
  await trx
    .deleteFrom('feed_entries')
    .where('viewer_id', '=', viewerId)
    .where('post_id', 'in', (eb) =>
      eb.selectFrom('posts').select('id').where('author_id', '=', authorId),
    )
    .execute()
}

/** Drops what is older than the entries kept ready. */
export async function trimFeed(trx: Queryable, viewerId: string) {
  const oldestKept = await trx
    .selectFrom('feed_entries')
    .select('post_id')
    .where('viewer_id', '=', viewerId)
    .orderBy('post_id', 'desc')
    .limit(1)
    .offset(FEED_ENTRIES_KEPT)
    .executeTakeFirst()
  if (!oldestKept) return
  await raiseFloor(trx, viewerId, oldestKept.post_id)
  await trx
    .deleteFrom('feed_entries')
    .where('viewer_id', '=', viewerId)
    .where('post_id', '<', oldestKept.post_id)
    .execute()
}

/** The next members in the order of their ids, for a walk over all feeds. */
export async function viewersAfter(db: Queryable, id: string | null, limit: number) {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .$if(id !== null, (query) => query.where('id', '>', id ?? ''))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Entries from the floor on are complete; a member without one has all entries. */
function floorOf(db: Queryable, viewerId: string) {
  return db.selectFrom('feed_floors').select('floor').where('viewer_id', '=', viewerId)
}

async function raiseFloor(trx: Queryable, viewerId: string, floor: string) {
  await trx
    .insertInto('feed_floors')
    .values({ viewer_id: viewerId, floor })
    .onConflict((c) =>
      c.column('viewer_id').doUpdateSet({ floor }).where('feed_floors.floor', '<', floor),
    )
    .execute()
}

async function nthNewestPostOf(trx: Queryable, authorId: string, n: number) {
  const row = await trx
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', authorId)
    .orderBy('id', 'desc')
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst()
  return row?.id
}

import { type Expression, expressionBuilder, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable, ReadonlyDatabase, Schema } from '../schema.ts'
import { postsWithoutVisibilityCheck, visiblePosts } from '../visibility/visible-queries.ts'

// The SQL of the friends feeds that are kept written: what enters them and what leaves.

/** How many entries of a member's friends feed are kept ready; what is older is looked up. */
export const FEED_ENTRIES_KEPT = 1_000

/** So many entries are written at a time; whoever reads meanwhile goes first. */
const ENTRIES_AT_ONCE = 100

/**
 * Enters a new post into the feeds of its author and of those friends who may see it, and says
 * whose. Within one transaction, but not in one go: on the embedded database 2,000 entries would
 * keep everybody who reads waiting.
 */
export async function enterIntoFeeds(trx: Queryable, postId: Id): Promise<Id[]> {
  const { ref } = expressionBuilder<Schema, 'friendships' | 'posts'>()
  const enter = (entries: Expression<{ viewer_id: Id; post_id: Id }>) =>
    trx
      .insertInto('feed_entries')
      .columns(['viewer_id', 'post_id'])
      .expression(entries)
      .returning('viewer_id')
      .execute()
  const entered = await enter(
    visiblePosts(trx, ref('posts.author_id'))
      .select(['posts.author_id as viewer_id', 'posts.id as post_id'])
      .where('posts.id', '=', postId),
  )
  const [author] = entered
  if (!author) return []
  for await (const { first, last } of friendsInTurns(trx, author.viewer_id)) {
    const friends = visiblePosts(trx, ref('friendships.friend_id'))
      .innerJoin('friendships', 'friendships.user_id', 'posts.author_id')
      .select(['friendships.friend_id as viewer_id', 'posts.id as post_id'])
      .where('posts.id', '=', postId)
      .where('friendships.friend_id', '>=', first)
      .where('friendships.friend_id', '<=', last)
    for (const entry of await enter(friends)) entered.push(entry)
  }
  return entered.map((entry) => entry.viewer_id)
}

/** Takes a post out of the feeds it was entered into. */
export async function removeFromFeeds(trx: Queryable, postId: Id, authorId: Id) {
  const entries = trx.deleteFrom('feed_entries').where('post_id', '=', postId)
  await entries.where('viewer_id', '=', authorId).execute()
  for await (const { first, last } of friendsInTurns(trx, authorId)) {
    const friends = trx
      .selectFrom('friendships')
      .select('friend_id')
      .where('user_id', '=', authorId)
      .where('friend_id', '>=', first)
      .where('friend_id', '<=', last)
    await entries.where('viewer_id', 'in', friends).execute()
  }
}

/** All friends by their ids, so many at once; requests that came in meanwhile go first. */
async function* friendsInTurns(trx: Queryable, memberId: Id) {
  const friends = await trx
    .selectFrom('friendships')
    .select('friend_id')
    .where('user_id', '=', memberId)
    .orderBy('friend_id')
    .execute()
  for (let start = 0; start < friends.length; start += ENTRIES_AT_ONCE) {
    const turn = friends.slice(start, start + ENTRIES_AT_ONCE)
    const [first, last] = [turn.at(0)?.friend_id, turn.at(-1)?.friend_id]
    if (first === undefined || last === undefined) return
    yield { first, last }
    await new Promise(setImmediate)
  }
}

/**
 * The posts of a new friend enter the viewer's feed, as far back as entries are kept. Who wrote
 * more than that raises the floor, so that what is kept ready has no holes.
 */
export async function enterAuthorIntoFeed(trx: Queryable, viewerId: Id, authorId: Id) {
  await trx
    .insertInto('feed_entries')
    .columns(['viewer_id', 'post_id'])
    .expression(
      visiblePosts(trx, viewerId)
        .innerJoin('users as viewer', (join) => join.on('viewer.id', '=', viewerId))
        .select(['viewer.id', 'posts.id as post_id'])
        .where('posts.author_id', '=', authorId)
        .orderBy('posts.id', 'desc')
        .limit(FEED_ENTRIES_KEPT),
    )
    .onConflict((c) => c.doNothing())
    .execute()
  const oldestEntered = await nthNewestPostOf(trx, viewerId, authorId, FEED_ENTRIES_KEPT)
  if (oldestEntered) await raiseFloor(trx, viewerId, oldestEntered)
}

export async function removeAuthorFromFeed(trx: Queryable, viewerId: Id, authorId: Id) {
  await trx
    .deleteFrom('feed_entries')
    .where('viewer_id', '=', viewerId)
    // Entry by entry: they are bounded, an author's posts are not.
    .where((eb) => eb.exists(postOf(trx, authorId)))
    .execute()
}

/** Drops what is older than the entries kept ready. */
export async function trimFeed(trx: Queryable, viewerId: Id) {
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

/** Entries from the floor on are complete; a member without one has all entries. */
export function floorOf(db: ReadonlyDatabase, viewerId: Id) {
  return db.selectFrom('feed_floors').select('floor').where('viewer_id', '=', viewerId)
}

async function raiseFloor(trx: Queryable, viewerId: Id, floor: Id) {
  await trx
    .insertInto('feed_floors')
    .values({ viewer_id: viewerId, floor })
    .onConflict((c) =>
      c.column('viewer_id').doUpdateSet({ floor }).where('feed_floors.floor', '<', floor),
    )
    .execute()
}

async function nthNewestPostOf(trx: Queryable, viewerId: Id, authorId: Id, n: number) {
  const row = await visiblePosts(trx, viewerId)
    .select('posts.id')
    .where('posts.author_id', '=', authorId)
    .orderBy('posts.id', 'desc')
    .limit(1)
    .offset(n - 1)
    .executeTakeFirst()
  return row?.id
}

/** The entry's post, if it is the author's: to take it out, whoever sees it. */
function postOf(trx: Queryable, authorId: Id) {
  return postsWithoutVisibilityCheck(trx)
    .select('posts.id')
    .where('posts.id', '=', sql<Id>`feed_entries.post_id`)
    .where('posts.author_id', '=', authorId)
}

/** A member and their friends. One list: PostgreSQL would read a whole table to answer an "or". */
export function circleOf(db: ReadonlyDatabase, memberId: Id) {
  const oneself = db.selectFrom('users').select('id').where('id', '=', memberId)
  const friends = db
    .selectFrom('friendships')
    .select('friend_id as id')
    .where('user_id', '=', memberId)
  return friends.unionAll(oneself)
}

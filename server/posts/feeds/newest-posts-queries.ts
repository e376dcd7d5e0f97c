import { sql } from 'kysely'
import { FEED_PAGE_SIZE } from '../../../contract/posts.ts'
import { fromJson, jsonIds } from '../../platform/database/portable-sql.ts'
import { listSlots, prepared, type Slots } from '../../platform/database/prepared.ts'
import { type Id, NO_ID } from '../../platform/ids.ts'
import type { Queryable, ReadonlyDatabase } from '../../schema.ts'
import { isFor } from '../../visibility/audiences.ts'
import { postsWithoutVisibilityCheck, visiblePosts } from '../../visibility/visible-queries.ts'
import { visibleTo } from '../../visibility/visible-to.ts'
import { type CardKey, cardColumnsFor } from '../cards/card-queries.ts'

// The SQL of gathering the friends feed: the newest posts of each author, for memory, and the one
// statement that says what of them is for the viewer.

const POSTS_MADE = 'posts_made'

const nextPost = prepared((trx: Queryable, _given: object) =>
  trx
    .insertInto('counters')
    .values({ name: sql.lit(POSTS_MADE), value: sql.lit(1) })
    .onConflict((c) =>
      c.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', sql.lit(1)) })),
    )
    .returning('value'),
)

/**
 * The number of a new post, or of one whose audience changed. Until its transaction ends nobody
 * else gets one, so posts become visible in the order of their numbers: who knows of one knows of
 * all before it.
 */
export async function takePostSeq(trx: Queryable): Promise<number> {
  const [row] = await nextPost(trx, {})
  return row?.value ?? 0
}

function lastPostSeq(db: ReadonlyDatabase) {
  const found = db.selectFrom('counters').select('value').where('name', '=', sql.lit(POSTS_MADE))
  return sql<number>`coalesce(${found}, 0)`.as('lastSeq')
}

const feedSources = prepared((db: ReadonlyDatabase, given: { viewer: Id }) =>
  db
    .selectFrom('users')
    .where('users.id', '=', given.viewer)
    .select([
      'users.friends_version',
      jsonIds(
        db,
        'friend_id',
        db.selectFrom('friendships').select('friend_id').where('user_id', '=', given.viewer),
      ).as('friends'),
      jsonIds(
        db,
        'user_id',
        db.selectFrom('squad_places').select('user_id').where('friend_id', '=', given.viewer),
      ).as('squads'),
    ]),
)

interface FeedSourceIds {
  version: number
  ids: Id[]
  /** Who of them shows the viewer what is for their squad. */
  squads: Set<Id>
}

/** Whose posts the viewer's feed holds, and the version of that list; undefined for nobody. */
export async function readFeedSources(
  db: ReadonlyDatabase,
  viewer: Id,
): Promise<FeedSourceIds | undefined> {
  const [row] = await feedSources(db, { viewer })
  if (!row) return undefined
  const squads = new Set([viewer, ...fromJson(row.squads)])
  return { version: row.friends_version, ids: [viewer, ...fromJson(row.friends)], squads }
}

/** Some milliseconds of the embedded database. */
const AUTHORS_AT_ONCE = 100
const AUTHORS = listSlots<Id>(AUTHORS_AT_ONCE, NO_ID)

/** Of each author and kind; a page needs at most eleven of one. */
export const POSTS_KEPT = 24

const newest = prepared((db: ReadonlyDatabase, given: Slots<Id>) =>
  db
    .selectFrom('users')
    .where('users.id', 'in', AUTHORS.in(given))
    .select([
      'users.id',
      lastPostSeq(db),
      jsonIds(db, 'id', newestPosts(db).where(isFor('friends'))).as('forFriends'),
      jsonIds(db, 'id', newestPosts(db).where(isFor('squad'))).as('forSquad'),
    ]),
)

/** Only to know where to look: what of it somebody may see is asked of each page. */
function newestPosts(db: ReadonlyDatabase) {
  return postsWithoutVisibilityCheck(db)
    .select('posts.id')
    .where('posts.author_id', '=', sql<Id>`users.id`)
    .where('posts.removed_at', 'is', null)
    .where(sql<boolean>`users.deleted_at is null`)
    .orderBy('posts.id', 'desc')
    .limit(sql.lit(POSTS_KEPT))
}

/** An author's newest posts, newest first, at a time when so many posts had been made. */
export interface NewestOfAuthor {
  id: Id
  forFriends: Id[]
  forSquad: Id[]
  lastSeq: number
}

export async function newestOfAuthors(
  db: ReadonlyDatabase,
  authors: Id[],
): Promise<NewestOfAuthor[]> {
  const found: NewestOfAuthor[] = []
  for (let start = 0; start < authors.length; start += AUTHORS_AT_ONCE) {
    const some = AUTHORS.fill(authors.slice(start, start + AUTHORS_AT_ONCE))
    for (const { id, lastSeq, forFriends, forSquad } of await newest(db, some))
      found.push({ id, lastSeq, forFriends: fromJson(forFriends), forSquad: fromJson(forSquad) })
  }
  return found
}

const after = prepared((db: ReadonlyDatabase, given: { seq: number; limit: number }) =>
  postsWithoutVisibilityCheck(db)
    .select(['posts.id', 'posts.author_id', 'posts.audience', 'posts.seq'])
    .where('posts.seq', '>', given.seq)
    .orderBy('posts.seq')
    .limit(given.limit),
)

/** The posts made after this one, or for others since, in that order. */
export function postsAfter(db: ReadonlyDatabase, seq: number, limit: number) {
  return after(db, { seq, limit })
}

const PAGE = listSlots<Id>(FEED_PAGE_SIZE + 1, NO_ID)

const page = prepared((db: ReadonlyDatabase, given: Slots<Id> & { viewer: Id }) =>
  db
    .selectFrom('users as viewer')
    .leftJoin(
      visiblePosts(db, given.viewer)
        .where(visibleTo(given.viewer).postInFeed())
        .select(['posts.id', 'posts.version'])
        .where('posts.id', 'in', PAGE.in(given))
        .as('found'),
      (join) => join.onTrue(),
    )
    .where('viewer.id', '=', given.viewer)
    .select([
      'viewer.friends_version',
      lastPostSeq(db),
      ...cardColumnsFor(db, given.viewer),
      'found.id',
      'found.version',
    ])
    .orderBy('found.id', 'desc'),
)

interface GatheredPage {
  friendsVersion: number
  lastSeq: number
  posts: CardKey[]
}

/** Those the viewer may see, with what tells whether they are right. Undefined for nobody. */
export async function pageOf(
  db: ReadonlyDatabase,
  viewer: Id,
  ids: Id[],
): Promise<GatheredPage | undefined> {
  const rows = await page(db, { ...PAGE.fill(ids), viewer })
  const [first] = rows
  if (!first) return undefined
  const posts = rows.flatMap(({ id, version, generation, hasBlocks }) =>
    id === null || version === null ? [] : [{ id, version, generation, hasBlocks }],
  )
  return { friendsVersion: first.friends_version, lastSeq: first.lastSeq, posts }
}

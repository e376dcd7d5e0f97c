import { sql } from 'kysely'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { postsOnPage } from './card-queries.ts'
import { circleOf, floorOf } from './feed-entry-queries.ts'

// The feeds' SQL: which posts stand on a page, newest first. The friends feed is written
// when a post is made (docs/decisions/0005), so a page is one stretch of an index for everybody.

export interface PageAsked {
  limit: number
  /** Only posts before this id; `LAST_ID` for all. */
  before: string
  offset: number
}

/** Every id sorts before this one. */
export const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff'
/** And after this one. */
const NO_FLOOR = '00000000-0000-0000-0000-000000000000'

type ViewersPage = PageAsked & { viewer: string; reach: number }

/** Posts by the viewer's friends and the viewer, newest first. */
export async function friendsFeed(db: ReadonlyDatabase, viewerId: Id, page: PageAsked) {
  const ready = await readyEntries(db, valuesOf(viewerId, page))
  const isBeyond = ready.length < page.limit && (await floorOf(db, viewerId).executeTakeFirst())
  return isBeyond ? friendsPosts(db, valuesOf(viewerId, page)) : ready
}

/** Posts by members whose profile is public, and the viewer's own, newest first. */
export function publicFeed(db: ReadonlyDatabase, viewerId: Id, page: PageAsked) {
  return publicPosts(db, valuesOf(viewerId, page))
}

/** All posts, newest first. */
export function allPosts(db: ReadonlyDatabase, viewerId: Id, page: PageAsked) {
  return everyPost(db, valuesOf(viewerId, page))
}

/** One member's posts, newest first. */
export function postsOf(db: ReadonlyDatabase, viewerId: Id, authorId: Id, page: PageAsked) {
  return postsByAuthor(db, { ...valuesOf(viewerId, page), author: authorId })
}

function valuesOf(viewer: string, page: PageAsked): ViewersPage {
  return { ...page, viewer, reach: page.limit + page.offset }
}

export const readyEntries = prepared((db: ReadonlyDatabase, given: ViewersPage) => {
  const ids = db
    .selectFrom('feed_entries')
    .select('post_id as id')
    .where('viewer_id', '=', given.viewer)
    .where('post_id', '<', given.before)
    .where('post_id', '>=', (eb) => eb.fn.coalesce(floorOf(db, given.viewer), sql.lit(NO_FLOOR)))
    .orderBy('post_id', 'desc')
    .limit(given.limit)
    .offset(given.offset)
  return postsOnPage(db, given.viewer, ids)
})

/**
 * What stands in the feed if nothing is kept ready. Its cost grows with the posts of all friends,
 * so it serves only beyond the entries that are kept.
 */
export const friendsPosts = prepared((db: ReadonlyDatabase, given: ViewersPage) => {
  const ids = stretch(db, given).where('author_id', 'in', circleOf(db, given.viewer))
  return postsOnPage(db, given.viewer, ids)
})

const everyPost = prepared((db: ReadonlyDatabase, given: ViewersPage) =>
  postsOnPage(db, given.viewer, stretch(db, given)),
)

const postsByAuthor = prepared((db: ReadonlyDatabase, given: ViewersPage & { author: string }) =>
  postsOnPage(db, given.viewer, stretch(db, given).where('author_id', '=', given.author)),
)

// Two stretches of two indexes, each no longer than the page can reach, merged.
const publicPosts = prepared((db: ReadonlyDatabase, given: ViewersPage) => {
  const reachable = () => newestFirst(db, given.before).limit(given.reach)
  const everybodys = reachable().where('is_public', '=', sql.lit(1))
  const own = reachable().where('author_id', '=', given.viewer)
  const merged = db
    .selectFrom(everybodys.as('everybodys'))
    .select('everybodys.id')
    .union(db.selectFrom(own.as('own')).select('own.id'))
  const ids = db
    .selectFrom(merged.as('merged'))
    .select('merged.id')
    .orderBy('merged.id', 'desc')
    .limit(given.limit)
    .offset(given.offset)
  return postsOnPage(db, given.viewer, ids)
})

function stretch(db: ReadonlyDatabase, { before, limit, offset }: PageAsked) {
  return newestFirst(db, before).limit(limit).offset(offset)
}

function newestFirst(db: ReadonlyDatabase, before: string) {
  return db.selectFrom('posts').select('id').where('id', '<', before).orderBy('id', 'desc')
}

import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { ReadonlyDatabase } from '../../schema.ts'
import { isPublic } from '../../visibility/audiences.ts'
import { isNotDeleted } from '../../visibility/hidden-members.ts'
import {
  postsWithoutVisibilityCheck,
  visiblePosts,
  visiblePostsOf,
} from '../../visibility/visible-queries.ts'
import { visibleTo } from '../../visibility/visible-to.ts'
import { cardColumnsFor } from '../cards/card-queries.ts'

// The feeds' SQL: which posts stand on a page, newest first. The friends feed is
// gathered from what is kept in memory (docs/decisions/0005), and by SQL beyond that.

export interface PageRequest {
  limit: number
  /** Only posts before this id; `LAST_ID` for all. */
  before: Id
  offset: number
}

type ViewersPage = PageRequest & { viewer: Id; reach: number }
/** `reader`: who gets the page, also where it shows what another may see. */
type AuthorsPage = ViewersPage & { reader: Id; author: Id }

/** Newest first, however old. Its cost grows with the posts of all friends. */
export function friendsFeed(db: ReadonlyDatabase, viewerId: Id, page: PageRequest) {
  return friendsPosts(db, valuesOf(viewerId, page))
}

/** Posts by members whose profile is public, and the viewer's own, newest first. */
export function publicFeed(db: ReadonlyDatabase, viewerId: Id, page: PageRequest) {
  return publicPosts(db, valuesOf(viewerId, page))
}

export const allPosts = prepared((db: ReadonlyDatabase, given: PageRequest & { reader: Id }) =>
  newestFirst(everyPost(db), given.before)
    .select(cardColumnsFor(db, given.reader))
    .limit(given.limit)
    .offset(given.offset),
)

function everyPost(db: ReadonlyDatabase) {
  return postsWithoutVisibilityCheck(db)
    .where(isNotDeleted('posts.author_id'))
    .where('posts.removed_at', 'is', null)
}

export function postsOf(
  db: ReadonlyDatabase,
  { viewer, ...whose }: Pick<AuthorsPage, 'viewer' | 'reader' | 'author'>,
  page: PageRequest,
) {
  return postsByAuthor(db, { ...valuesOf(viewer, page), ...whose })
}

export function postsOfTheme(db: ReadonlyDatabase, viewerId: Id, date: string, page: PageRequest) {
  return postsByTheme(db, { ...valuesOf(viewerId, page), date })
}

function valuesOf(viewer: Id, page: PageRequest): ViewersPage {
  return { ...page, viewer, reach: page.limit + page.offset }
}

const friendsPosts = prepared((db: ReadonlyDatabase, given: ViewersPage) =>
  visiblePage(db, given)
    .where('posts.author_id', 'in', feedSourceIds(db, given.viewer))
    .where(visibleTo(given.viewer).postInFeed()),
)

const postsByAuthor = prepared((db: ReadonlyDatabase, given: AuthorsPage) =>
  pageIn(db, visiblePostsOf(db, given.viewer, given.author), given, given.reader),
)

const postsByTheme = prepared((db: ReadonlyDatabase, given: ViewersPage & { date: string }) =>
  visiblePage(db, given)
    .where('posts.theme_date', '=', given.date)
    .where(visibleTo(given.viewer).postInFeed()),
)

// Two ranges of two indexes, each no longer than the page can reach, merged.
const publicPosts = prepared((db: ReadonlyDatabase, given: ViewersPage) => {
  const reachable = () =>
    newestFirst(visiblePosts(db, given.viewer), given.before).limit(given.reach)
  const everybodys = reachable().where(isPublic()).where(visibleTo(given.viewer).postInFeed())
  const own = reachable().where('posts.author_id', '=', given.viewer)
  const merged = db
    .selectFrom(everybodys.as('everybodys'))
    .select(['everybodys.id', 'everybodys.version'])
    .union(db.selectFrom(own.as('own')).select(['own.id', 'own.version']))
  return db
    .selectFrom(merged.as('merged'))
    .select(['merged.id', 'merged.version', ...cardColumnsFor(db, given.viewer)])
    .orderBy('merged.id', 'desc')
    .limit(given.limit)
    .offset(given.offset)
})

const ON_PAGE = ['posts.id', 'posts.version'] as const

function visiblePage(db: ReadonlyDatabase, given: ViewersPage) {
  return pageIn(db, visiblePosts(db, given.viewer), given, given.viewer)
}

function pageIn(
  db: ReadonlyDatabase,
  posts: ReturnType<typeof visiblePosts>,
  { before, limit, offset }: PageRequest,
  reader: Id,
) {
  return newestFirst(posts, before).select(cardColumnsFor(db, reader)).limit(limit).offset(offset)
}

/** A member and their friends. One list: PostgreSQL would read a whole table to answer an "or". */
function feedSourceIds(db: ReadonlyDatabase, memberId: Id) {
  const oneself = db.selectFrom('users').select('id').where('id', '=', memberId)
  const friends = db
    .selectFrom('friendships')
    .select('friend_id as id')
    .where('user_id', '=', memberId)
  return friends.unionAll(oneself)
}

function newestFirst(posts: ReturnType<typeof postsWithoutVisibilityCheck>, before: Id) {
  return posts.select(ON_PAGE).where('posts.id', '<', before).orderBy('posts.id', 'desc')
}

import type { z } from 'zod'
import {
  FEED_PAGE_SIZE,
  type FeedAnswer,
  type feedQuery,
  MESSAGES,
} from '../../../contract/posts.ts'
import { parsedId } from '../../../contract/text.ts'
import { invalid } from '../../platform/http/http-error.ts'
import { type Id, LAST_ID } from '../../platform/ids.ts'
import type { Actor, ReadServices } from '../../services.ts'
import type { CardKey } from '../cards/card-queries.ts'
import { hydratePosts } from '../cards/hydrate-posts.ts'
import type { Card } from '../cards/post-cache.ts'
import {
  allPosts,
  friendsFeed,
  type PageRequest,
  postsOf,
  postsOfTheme,
  publicFeed,
} from './feed-queries.ts'

const FEEDS = {
  friends: friendsPage,
  public: ({ db }, viewerId, page) => publicFeed(db, viewerId, page),
} satisfies Record<
  string,
  (services: ReadServices, viewerId: Id, page: PageRequest) => Promise<CardKey[]>
>
export type FeedName = keyof typeof FEEDS
export type FeedQuery = z.output<typeof feedQuery>

/** A page of posts as it leaves: cards that are written already, one after the other. */
export interface FeedPage {
  cards: Pick<Card, 'post' | 'json'>[]
  pagination: FeedAnswer['pagination']
}

/**
 * One page of a feed, newest first. With the cursor of the page before, posts made meanwhile
 * neither repeat nor skip anything; a page number counts from the top as it is now. Refuses
 * (400) a cursor that is none.
 */
export async function readFeed(
  actor: Actor,
  services: ReadServices,
  feed: FeedName,
  query: FeedQuery,
): Promise<FeedPage> {
  return answer(actor, services, query, await FEEDS[feed](services, actor.id, pageOf(query)))
}

/** Gathered from memory, and by SQL where it reaches further back or counts from the top. */
async function friendsPage({ db, newestPosts }: ReadServices, viewerId: Id, page: PageRequest) {
  const gathered = page.offset === 0 ? await newestPosts.page(db, viewerId, page) : undefined
  return gathered ?? friendsFeed(db, viewerId, page)
}

/**
 * One member's posts, as far as the viewer may see them; the page is as a feed's. Who looks at
 * their own posts with another's eyes still gets their own cards: nobody learns from one whom that
 * other has blocked.
 */
export async function readPostsOf(
  actor: Actor,
  services: ReadServices,
  authorId: Id,
  query: FeedQuery,
  viewerId: Id = actor.id,
): Promise<FeedPage> {
  const whose = { viewer: viewerId, reader: actor.id, author: authorId }
  const posts = await postsOf(services.db, whose, pageOf(query))
  return answer(actor, services, query, posts)
}

export async function readPostsOfTheme(
  actor: Actor,
  services: ReadServices,
  date: string,
  query: FeedQuery,
): Promise<FeedPage> {
  const posts = await postsOfTheme(services.db, actor.id, date, pageOf(query))
  return answer(actor, services, query, posts)
}

export async function readAllPosts(
  actor: Actor,
  services: ReadServices,
  query: FeedQuery,
): Promise<FeedPage> {
  const posts = await allPosts(services.db, { ...pageOf(query), reader: actor.id })
  return answer(actor, services, query, posts)
}

/** One more than a page is looked for, to tell whether there is a next one. */
function pageOf({ page, cursor }: FeedQuery): PageRequest {
  const before = cursor === undefined ? LAST_ID : idOfCursor(cursor)
  const offset = cursor === undefined ? (page - 1) * FEED_PAGE_SIZE : 0
  return { limit: FEED_PAGE_SIZE + 1, before, offset }
}

async function answer(
  actor: Actor,
  services: ReadServices,
  { page }: FeedQuery,
  found: CardKey[],
): Promise<FeedPage> {
  const onPage = found.slice(0, FEED_PAGE_SIZE)
  const hasNextPage = found.length > FEED_PAGE_SIZE
  const last = hasNextPage ? onPage.at(-1) : undefined
  const nextCursor = last ? String(last.id) : null
  const cards = await hydratePosts(actor, services, onPage)
  return { cards, pagination: { page, hasNextPage, nextCursor } }
}

function idOfCursor(cursor: string): Id {
  const parsed = parsedId.safeParse(cursor)
  if (!parsed.success) throw invalid('cursor', MESSAGES.cursorInvalid)
  return parsed.data
}

const COMMA = Buffer.from(',')

/** The answer's bytes: the contract's `feedAnswer`. */
export function writeFeedPage({ cards, pagination }: FeedPage): Buffer {
  const parts: Buffer[] = [Buffer.from('{"posts":[')]
  for (const [index, { json }] of cards.entries()) {
    if (index > 0) parts.push(COMMA)
    parts.push(json)
  }
  parts.push(Buffer.from(`],"pagination":${JSON.stringify(pagination)}}`))
  return Buffer.concat(parts)
}

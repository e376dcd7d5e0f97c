import type { z } from 'zod'
import { FEED_PAGE_SIZE, type FeedAnswer, type feedQuery, SAYS } from '../../contract/posts.ts'
import { id } from '../../contract/text.ts'
import { invalid } from '../platform/http/refusal.ts'
import type { Actor, Services } from '../services.ts'
import {
  allPostIds,
  friendsFeedIds,
  LAST_ID,
  type PageAsked,
  publicFeedIds,
} from './feed-queries.ts'
import { showAllPosts, showPosts } from './shown-posts.ts'

const FEEDS = { friends: friendsFeedIds, public: publicFeedIds }
export type FeedName = keyof typeof FEEDS
type Asked = z.output<typeof feedQuery>

/**
 * One page of a feed, newest first. With the cursor of the page before, posts made meanwhile
 * neither repeat nor skip anything; a page number counts from the top as it is now. Refuses
 * (400) a cursor that is none.
 */
export async function readFeed(
  actor: Actor,
  services: Services,
  feed: FeedName,
  asked: Asked,
): Promise<FeedAnswer> {
  const ids = await FEEDS[feed](services.db, actor.id, pageOf(asked))
  const posts = await showPosts(actor, services, ids.slice(0, FEED_PAGE_SIZE))
  return answer(asked, posts, ids)
}

/** Every post there is, private ones too: for the administrators' moderation. */
export async function readAllPosts(
  actor: Actor,
  services: Services,
  asked: Asked,
): Promise<FeedAnswer> {
  const ids = await allPostIds(services.db, pageOf(asked))
  const posts = await showAllPosts(actor, services, ids.slice(0, FEED_PAGE_SIZE))
  return answer(asked, posts, ids)
}

/** One more than a page is looked for, to tell whether there is a next one. */
function pageOf({ page, cursor }: Asked): PageAsked {
  const before = cursor === undefined ? LAST_ID : idOfCursor(cursor)
  const offset = cursor === undefined ? (page - 1) * FEED_PAGE_SIZE : 0
  return { limit: FEED_PAGE_SIZE + 1, before, offset }
}

function answer({ page }: Asked, posts: FeedAnswer['posts'], ids: string[]): FeedAnswer {
  const hasNextPage = ids.length > FEED_PAGE_SIZE
  const nextCursor = hasNextPage ? (ids[FEED_PAGE_SIZE - 1] ?? null) : null
  return { posts, pagination: { page, hasNextPage, nextCursor } }
}

function idOfCursor(cursor: string): string {
  const parsed = id.safeParse(cursor)
  if (!parsed.success) throw invalid('cursor', SAYS.cursorInvalid)
  return parsed.data
}

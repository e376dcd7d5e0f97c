import type { z } from 'zod'
import { FEED_PAGE_SIZE, type FeedAnswer, type feedQuery, SAYS } from '../../contract/posts.ts'
import { id } from '../../contract/text.ts'
import { invalid } from '../platform/http/refusal.ts'
import type { Actor, Services } from '../services.ts'
import { presentPost } from './present.ts'
import * as queries from './queries.ts'

const FEEDS = { friends: queries.friendsFeed, public: queries.publicFeed }
export type FeedName = keyof typeof FEEDS

/**
 * One page of a feed, newest first. With the cursor of the page before, posts made meanwhile
 * neither repeat nor skip anything; a page number counts from the top as it is now. Refuses
 * (400) a cursor that is none.
 */
export async function readFeed(
  actor: Actor,
  services: Services,
  feed: FeedName,
  asked: z.output<typeof feedQuery>,
): Promise<FeedAnswer> {
  const before = asked.cursor === undefined ? null : idOfCursor(asked.cursor)
  const offset = before === null ? (asked.page - 1) * FEED_PAGE_SIZE : 0
  // One more than a page tells whether there is a next one.
  const limit = FEED_PAGE_SIZE + 1
  const rows = await FEEDS[feed](services.db, actor.id, { limit, before, offset })
  const shown = rows.slice(0, FEED_PAGE_SIZE)
  const hasNextPage = rows.length > FEED_PAGE_SIZE
  return {
    posts: shown.map((row) => presentPost(services, row)),
    pagination: {
      page: asked.page,
      hasNextPage,
      nextCursor: hasNextPage ? (shown.at(-1)?.id ?? null) : null,
    },
  }
}

function idOfCursor(cursor: string): string {
  const parsed = id.safeParse(cursor)
  if (!parsed.success) throw invalid('cursor', SAYS.cursorInvalid)
  return parsed.data
}

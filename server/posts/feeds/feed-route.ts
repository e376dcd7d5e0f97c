import * as contract from '../../../contract/posts.ts'
import { actor } from '../../accounts/auth-hook.ts'
import type { ApiRoutes } from '../../platform/http/api.ts'
import { GENERAL, type Operation } from '../../platform/http/route.ts'
import type { Actor, Services } from '../../services.ts'
import { route } from '../post-route.ts'
import { sendFeedPage } from './feed-reply.ts'
import { type FeedName, type FeedQuery, readFeed, writeFeedPage } from './feeds.ts'

const FIRST_PAGE = contract.feedQuery.parse({})
const FEED_OPERATIONS = {
  friends: { operationId: 'readFriendsFeed', summary: 'Read the feed of friends, newest first' },
  public: { operationId: 'readPublicFeed', summary: 'Read the feed of everybody, newest first' },
} satisfies Record<FeedName, Partial<Operation>>

export function feedRoute(app: ApiRoutes, services: Services, feed: FeedName) {
  const read = (reader: Actor, query: FeedQuery) =>
    services.onReplica((replica) => readFeed(reader, replica, feed, query))
  app.get(
    `/posts/${feed}`,
    route({
      audience: 'members',
      limit: GENERAL,
      ...FEED_OPERATIONS[feed],
      isCached: true,
      directRead: async (reader) => writeFeedPage(await read(reader, FIRST_PAGE)),
      querystring: contract.feedQuery,
      response: { 200: contract.feedAnswer },
    }),
    async (request, reply) => sendFeedPage(reply, await read(actor(request), request.query)),
  )
}

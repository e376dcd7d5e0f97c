import * as contract from '../../../contract/posts.ts'
import { actor } from '../../accounts/auth-hook.ts'
import type { ApiRoutes } from '../../platform/http/api.ts'
import { GENERAL } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { viewerOf } from '../../visibility/view-as.ts'
import { route } from '../post-route.ts'
import { sendFeedPage } from './feed-reply.ts'
import { readPostsOf } from './feeds.ts'

const { MESSAGES } = contract
export function viewAsRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/users/me/as/:viewer/posts',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listOwnPostsAs',
      summary: 'Read the own posts that everybody, or one friend, may see',
      params: contract.viewAsParams,
      querystring: contract.feedQuery,
      response: { 200: contract.feedAnswer },
      refuses: { not_found: MESSAGES.viewerMissing },
    }),
    async (request, reply) => {
      const member = actor(request)
      const page = await services.onReplica(async (replica) => {
        const viewerId = await viewerOf(member.id, replica.db, request.params.viewer)
        return readPostsOf(member, replica, member.id, request.query, viewerId)
      })
      return sendFeedPage(reply, page)
    },
  )
}

import * as contract from '../../../contract/posts.ts'
import { actor } from '../../accounts/auth-hook.ts'
import type { ApiRoutes } from '../../platform/http/api.ts'
import { GENERAL } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { route } from '../post-route.ts'
import { readPosts } from './hydrate-posts.ts'

/** Posts that stand elsewhere, in messages: all of a screen are asked for at once. */
export function cardsRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/posts/cards',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readCards',
      summary: 'Read some posts by their ids, as far as the caller may see them',
      querystring: contract.cardsQuery,
      response: { 200: contract.cards },
    }),
    async (request) =>
      services.onReplica((replica) => readPosts(actor(request), replica, request.query.ids)),
  )
}

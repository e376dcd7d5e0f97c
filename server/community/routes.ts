import * as contract from '../../contract/community.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { presentCommunity } from './present.ts'

// The community as everybody sees it, before they are let in, too. It is changed in the admin room.

const route = routesOf({ name: 'Community', description: 'The community and what holds in it.' })

export function communityRoutes(app: ApiRoutes, { community }: Services) {
  app.get(
    '/community',
    route({
      audience: 'anyone',
      limit: GENERAL,
      operationId: 'readCommunity',
      summary: 'Read what the community is called, what it is about and who may come in',
      response: { 200: contract.community },
    }),
    async () => presentCommunity(await community.read()),
  )
}

import * as contract from '../../contract/community-settings.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { changeCommunity } from './community.ts'

const route = routesOf({
  name: 'Community settings',
  description: 'What administrators decide about the community.',
})

/** The longest texts, whatever their script and however they are escaped. */
const BODY_MAX_BYTES = 1024 * 1024

export function communitySettingsRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/admin/community',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'readCommunitySettings',
      summary: 'Read all that is decided about the community',
      response: { 200: contract.communitySettings },
    }),
    async () => services.community.read(),
  )

  app.put(
    '/admin/community',
    {
      ...route({
        audience: 'administrators',
        limit: limitOf('moderation'),
        operationId: 'changeCommunitySettings',
        summary: 'Change what is given about the community',
        body: contract.communityChanges,
        response: { 200: contract.communitySettings },
      }),
      bodyLimit: BODY_MAX_BYTES,
    },
    async (request) => changeCommunity(actor(request), services, request.body),
  )
}

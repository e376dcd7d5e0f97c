import { MESSAGES, mentionableList, mentionableQuery } from '../../contract/mentionable.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { readMentionable } from './mentionable.ts'

const route = routesOf({
  name: 'Friends',
  description: 'Friends, requests, and members to discover.',
})

export function mentionRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/mentionable',
    route({
      audience: 'members',
      limit: limitOf('mentions'),
      operationId: 'listMentionable',
      summary: 'Members who can be mentioned in a place, by how their names begin',
      querystring: mentionableQuery,
      response: { 200: mentionableList },
      refuses: { not_found: MESSAGES.placeMissing },
    }),
    async (request) => readMentionable(actor(request), services, request.query),
  )
}

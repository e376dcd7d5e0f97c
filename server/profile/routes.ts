import { memberParams, memberProfile } from '../../contract/profile.ts'
import { actor } from '../accounts/sign-in-required.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import type { Services } from '../services.ts'
import { readProfile } from './member-card.ts'

// Profiles: the card every member shows every other. It never holds an email, and says nothing
// about posts: who may see those is decided in friends.

export function profileRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/:id/profile',
    {
      config: { audience: 'members' },
      schema: { params: memberParams, response: { 200: memberProfile } },
    },
    async (request) => readProfile(actor(request), services, request.params.id),
  )
}

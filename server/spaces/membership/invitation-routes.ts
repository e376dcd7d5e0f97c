import { sentenceAnswer } from '../../../contract/errors.ts'
import { invitationsBody, MESSAGES } from '../../../contract/space-invitations.ts'
import { MESSAGES as SPACE_MESSAGES, spaceParams } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { inviteFriends } from './invite-friends.ts'
import { forSpaceMembers } from './require-membership.ts'

const route = routesOf({ name: 'Spaces', description: 'Themed places with a chat.' })

export function invitationRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/spaces/:id/invitations',
    route({
      audience: 'members',
      limit: limitOf('space-invitations'),
      operationId: 'inviteFriends',
      summary: 'Invite friends to a space the member is in',
      params: spaceParams,
      body: invitationsBody,
      permission: forSpaceMembers(services),
      response: { 200: sentenceAnswer },
      refuses: { forbidden: SPACE_MESSAGES.membersOnly, conflict: SPACE_MESSAGES.full },
    }),
    async (request) => {
      await inviteFriends(actor(request), services, request.params.id, request.body.userIds)
      return messageAnswer(MESSAGES.sent)
    },
  )
}

import { sentenceAnswer } from '../../../contract/errors.ts'
import * as contract from '../../../contract/space-bans.ts'
import {
  MESSAGES as SPACE_MESSAGES,
  spaceMemberParams,
  spaceParams,
} from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { forAdminOfSpace } from '../space-admin.ts'
import { banMember, liftBan, readBans } from './bans.ts'

const { MESSAGES } = contract
const route = routesOf({ name: 'Bans', description: 'Whom the admin of a space keeps out of it.' })

export function banRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:id/bans',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listSpaceBans',
      summary: 'List who is banned from a space, the latest first, as its admin',
      params: spaceParams,
      response: { 200: contract.spaceBanList },
      refuses: { forbidden: SPACE_MESSAGES.adminOnly },
    }),
    async (request) => readBans(actor(request), services, request.params.id),
  )

  app.put(
    '/spaces/:id/bans/:userId',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'banFromSpace',
      summary: 'Ban somebody from a space, as its admin',
      params: spaceMemberParams,
      body: contract.spaceBanBody,
      permission: forAdminOfSpace(services),
      response: { 200: sentenceAnswer },
      refuses: {
        bad_request: MESSAGES.oneself,
        forbidden: SPACE_MESSAGES.adminOnly,
        conflict: `${MESSAGES.neverHere} Or: ${MESSAGES.bansFull}`,
      },
    }),
    async (request) => {
      const { id: spaceId, userId } = request.params
      const { reason } = request.body
      await banMember(actor(request), services, { spaceId, userId, reason })
      return messageAnswer(MESSAGES.bannedNow)
    },
  )

  app.delete(
    '/spaces/:id/bans/:userId',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'liftSpaceBan',
      summary: 'Lift a ban, as the admin of the space',
      params: spaceMemberParams,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: SPACE_MESSAGES.adminOnly },
    }),
    async (request) => {
      const { id: spaceId, userId } = request.params
      await liftBan(actor(request), services, { spaceId, userId })
      return messageAnswer(MESSAGES.lifted)
    },
  )
}

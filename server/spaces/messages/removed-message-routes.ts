import { sentenceAnswer } from '../../../contract/errors.ts'
import { MESSAGES as REMOVAL_MESSAGES, undoBody } from '../../../contract/removal.ts'
import * as contract from '../../../contract/space-removals.ts'
import { MESSAGES as SPACE_MESSAGES, spaceParams } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { forAdminOfSpace } from '../space-admin.ts'
import { readRemovedMessages, restoreRemovedMessage } from './removed-messages.ts'

const route = routesOf({
  name: 'Removed messages',
  description: 'What the admin of a space removed and can give back.',
})

export function spaceRemovalRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:id/removals',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listSpaceRemovals',
      summary: 'List the messages that were removed from a space, the latest first, as its admin',
      params: spaceParams,
      response: { 200: contract.spaceRemovalList },
      refuses: { forbidden: SPACE_MESSAGES.adminOnly },
    }),
    async (request) => readRemovedMessages(actor(request), services, request.params.id),
  )

  app.post(
    '/spaces/:id/removals/:removalId/undo',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'restoreRemovedMessage',
      summary: 'Give back a removed message, for 30 days, as the admin of the space',
      params: contract.spaceRemovalParams,
      body: undoBody,
      permission: forAdminOfSpace(services),
      response: { 200: sentenceAnswer },
      refuses: {
        forbidden: `${SPACE_MESSAGES.adminOnly} Or: ${REMOVAL_MESSAGES.undoneByOthers}`,
        not_found: REMOVAL_MESSAGES.notUndoable,
        conflict: REMOVAL_MESSAGES.isReplaced,
      },
    }),
    async (request) => {
      const { id: spaceId, removalId } = request.params
      const removal = { spaceId, removalId }
      await restoreRemovedMessage(actor(request), services, removal, request.body.text)
      return messageAnswer(REMOVAL_MESSAGES.undone)
    },
  )
}

import { deleteAccountBody, deletionPreview } from '../../../contract/account-deletion.ts'
import { MESSAGES as SAFETY_MESSAGES } from '../../../contract/account-security.ts'
import { MESSAGES } from '../../../contract/accounts.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { clearBrowserCache } from '../../platform/http/clear-cache.ts'
import { routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { deleteAccountWithHeirs, previewDeletion } from './delete-account.ts'

const route = routesOf({
  name: 'My data',
  description: 'All that a member made here, as a file for them to keep, and the end of it.',
})

export function deletionRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/me/deletion',
    route({
      audience: 'members',
      limit: limitOf('searches'),
      operationId: 'previewDeletion',
      summary: 'Count what goes with the own account, and name who could run its spaces',
      response: { 200: deletionPreview },
    }),
    (request) => previewDeletion(actor(request), services),
  )

  app.delete(
    '/users/me',
    route({
      audience: 'members',
      limit: limitOf('account-deletions'),
      operationId: 'deleteOwnAccount',
      summary: 'Delete the own account with all that belongs to it',
      body: deleteAccountBody,
      response: { 200: sentenceAnswer },
      refuses: {
        confirmation_needed: SAFETY_MESSAGES.confirmationNeeded,
        conflict: SPACE_MESSAGES.notMember,
        forbidden: 'A space that is handed on is another member’s.',
        not_found: 'A space that is handed on is not there.',
      },
    }),
    async (request, reply) => {
      const { heirs } = request.body ?? { heirs: [] }
      await deleteAccountWithHeirs(actor(request), services, heirs)
      clearBrowserCache(reply)
      return messageAnswer(MESSAGES.accountDeleted)
    },
  )
}

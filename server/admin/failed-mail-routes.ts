import { subjectParams } from '../../contract/admin.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/failed-mails.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, type routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { deleteFailedMail, readFailedMails, retryFailedMail } from './failed-mails.ts'

const { MESSAGES } = contract

type Route = ReturnType<typeof routesOf>

export function failedMailRoutes(app: ApiRoutes, services: Services, route: Route) {
  app.get(
    '/admin/mails',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'listFailedMails',
      summary: 'List mails that could not be sent and will be tried again, newest first',
      querystring: contract.failedMailsQuery,
      response: { 200: contract.failedMails },
    }),
    async () => readFailedMails(services),
  )

  app.post(
    '/admin/mails/:id/retry',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'retryMail',
      summary: 'Try at once to send a mail that could not be sent',
      params: subjectParams,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await retryFailedMail(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.retried)
    },
  )

  app.delete(
    '/admin/mails/:id',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'deleteMail',
      summary: 'Delete a mail that could not be sent, so that it never is',
      params: subjectParams,
      querystring: contract.mailDeletionQuery,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await deleteFailedMail(actor(request), services, request.params.id, request.query.reason)
      return messageAnswer(MESSAGES.deleted)
    },
  )
}

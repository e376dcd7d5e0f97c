import { subjectParams } from '../../contract/admin.ts'
import * as contract from '../../contract/admission.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import { actor } from '../accounts/auth-hook.ts'
import { readWaiting } from '../accounts/registration/admission.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { admitApplicant, declineApplicant } from './admission.ts'

const { MESSAGES } = contract
const route = routesOf({ name: 'Administration', description: 'For administrators only.' })

export function admissionRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/admin/waiting',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'listWaiting',
      summary: 'List who verified their email and waits to be let in',
      response: { 200: contract.waitingList },
    }),
    async () => readWaiting(services),
  )

  app.post(
    '/admin/waiting/:id/let-in',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'letIn',
      summary: 'Make a member of who waits, and mail it to them',
      params: subjectParams,
      body: contract.letInBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await admitApplicant(actor(request), services, request.params.id, request.body.words)
      return messageAnswer(MESSAGES.letIn)
    },
  )

  app.post(
    '/admin/waiting/:id/decline',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'declineWaiting',
      summary: 'Remove the registration of who waits',
      params: subjectParams,
      body: contract.declineBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await declineApplicant(actor(request), services, request.params.id, request.body)
      return messageAnswer(MESSAGES.notLetIn)
    },
  )
}

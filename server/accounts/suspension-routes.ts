import { sentenceAnswer } from '../../contract/errors.ts'
import { MESSAGES as FACTOR_MESSAGES } from '../../contract/second-factor.ts'
import * as contract from '../../contract/suspension.ts'
import { OWN_RULES } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { readSuspension, sendAppeal } from './appeals.ts'
import { clientInfoOf } from './client-info.ts'
import { suspendedGuards } from './suspended-member.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Suspension',
  description: 'What somebody who is kept out may still do.',
})

export function suspensionRoutes(app: ApiRoutes, services: Services) {
  const guards = suspendedGuards(services)
  app.post(
    '/users/suspension',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'readSuspension',
      summary: 'Read why and for how long one is suspended',
      body: contract.suspensionBody,
      response: { 200: contract.suspension },
      refuses: {
        bad_request: 'The email or the password is not right.',
        not_found: MESSAGES.notSuspended,
      },
    }),
    async (request) =>
      readSuspension(services, guards.password, clientInfoOf(request), request.body),
  )

  app.post(
    '/users/appeal',
    route({
      audience: 'anyone',
      limit: OWN_RULES.signIn,
      operationId: 'sendAppeal',
      summary: 'Write to the administrators, once in each suspension',
      body: contract.appealBody,
      response: { 201: sentenceAnswer },
      refuses: {
        bad_request: 'The email, the password or the code is not right.',
        second_factor_needed: FACTOR_MESSAGES.needed,
        not_found: MESSAGES.notSuspended,
        conflict: MESSAGES.appealSentAlready,
      },
    }),
    async (request, reply) => {
      await sendAppeal(services, guards, clientInfoOf(request), request.body)
      return reply.code(201).send(messageAnswer(MESSAGES.appealSent))
    },
  )
}

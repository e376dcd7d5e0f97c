import { subjectParams } from '../../contract/admin.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/suspension.ts'
import { readSuspended } from '../accounts/appeals.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, type routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { answerSuspended, liftMember, suspendMember } from './suspensions.ts'

const { MESSAGES } = contract

type Route = ReturnType<typeof routesOf>

export function suspensionRoutes(app: ApiRoutes, services: Services, route: Route) {
  app.get(
    '/admin/suspensions',
    route({
      audience: 'administrators',
      limit: GENERAL,
      operationId: 'listSuspended',
      summary: 'List who is suspended, those who wait for an answer first',
      response: { 200: contract.suspendedMembers },
    }),
    async () => readSuspended(services),
  )

  app.post(
    '/admin/user/:id/suspend',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'suspendMember',
      summary: 'Keep a member out for a while, and hide what is theirs',
      params: subjectParams,
      body: contract.suspendBody,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.oneself, conflict: MESSAGES.lastAdministrator },
    }),
    async (request) => {
      const { days, text: reason } = request.body
      const { id } = request.params
      const made = await suspendMember(actor(request), services, id, { days, reason })
      const { until, wasLonger } = made
      return messageAnswer(wasLonger ? MESSAGES.suspendedLonger(until) : MESSAGES.suspendedNow)
    },
  )

  app.post(
    '/admin/user/:id/lift',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'liftSuspension',
      summary: 'Let a suspended member in again',
      params: subjectParams,
      body: contract.liftBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await liftMember(actor(request), services, request.params.id, request.body.text)
      return messageAnswer(MESSAGES.liftedNow)
    },
  )

  appealRoutes(app, services, route)
}

function appealRoutes(app: ApiRoutes, services: Services, route: Route) {
  app.post(
    '/admin/user/:id/answer',
    route({
      audience: 'administrators',
      limit: limitOf('moderation'),
      operationId: 'answerAppeal',
      summary: 'Answer what a suspended member wrote, who stays suspended',
      params: subjectParams,
      body: contract.liftBody,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await answerSuspended(actor(request), services, request.params.id, request.body.text)
      return messageAnswer(MESSAGES.appealAnswered)
    },
  )
}

import { sentenceAnswer } from '../../../contract/errors.ts'
import * as contract from '../../../contract/join-requests.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Services } from '../../services.ts'
import { type Answer, answerRequest, forAnswererOf } from './answer-join-request.ts'
import { askToJoin, readMyRequests, readSpaceRequests, withdrawRequest } from './join-requests.ts'

const route = routesOf({ name: 'Join requests', description: 'Asking to join a private space.' })

export function joinRequestRoutes(app: ApiRoutes, services: Services) {
  readingRoutes(app, services)
  askingRoutes(app, services)
  answerRoute(app, services, 'approve', 'approved')
  answerRoute(app, services, 'deny', 'denied')
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/join-requests/my-requests',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listMyJoinRequests',
      summary: 'List the own requests to join spaces',
      response: { 200: contract.joinRequestList },
    }),
    async (request) => readMyRequests(actor(request), services),
  )

  app.get(
    '/join-requests/space/:spaceId',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listJoinRequestsOfSpace',
      summary: 'List the requests that wait for an answer, as the admin of the space',
      params: contract.joinRequestSpaceParams,
      response: { 200: contract.joinRequestList },
      refuses: { forbidden: MESSAGES.adminOnly },
    }),
    async (request) => readSpaceRequests(actor(request), services, request.params.spaceId),
  )
}

function askingRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/join-requests',
    route({
      audience: 'members',
      limit: limitOf('join-requests'),
      operationId: 'requestToJoin',
      summary: 'Ask to join a private space',
      body: contract.joinRequestBody,
      response: { 201: contract.joinRequestAnswer },
      refuses: {
        bad_request: MESSAGES.isPublic,
        forbidden: 'The member is banned from the space.',
        not_found: MESSAGES.spaceMissing,
        conflict: 'The member is in it, asked already, or was denied lately.',
      },
    }),
    async (request, reply) => {
      const joinRequest = await askToJoin(actor(request), services, request.body)
      return reply.code(201).send({ joinRequest })
    },
  )

  app.delete(
    '/join-requests/:id',
    route({
      audience: 'members',
      limit: limitOf('join-requests'),
      operationId: 'withdrawJoinRequest',
      summary: 'Take a request to join back',
      params: contract.joinRequestParams,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.notYourRequest, conflict: MESSAGES.alreadyAnswered },
    }),
    async (request) => {
      await withdrawRequest(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.withdrawn)
    },
  )
}

function answerRoute(app: ApiRoutes, services: Services, call: 'approve' | 'deny', answer: Answer) {
  app.patch(
    `/join-requests/:id/${call}`,
    route({
      audience: 'members',
      limit: limitOf('join-answers'),
      operationId: `${call}JoinRequest`,
      summary: `${call === 'approve' ? 'Approve' : 'Deny'} a request to join, as the admin of the space`,
      params: contract.joinRequestParams,
      body: contract.joinAnswerBody,
      permission: forAnswererOf(services),
      response: { 200: contract.joinRequestAnswer },
      refuses: {
        forbidden: MESSAGES.adminOnly,
        conflict: `${MESSAGES.alreadyAnswered} Or: ${MESSAGES.full}`,
      },
    }),
    async (request) => {
      const { id } = request.params
      const { adminResponse } = request.body
      const given = { answer, adminResponse }
      return { joinRequest: await answerRequest(actor(request), services, id, given) }
    },
  )
}

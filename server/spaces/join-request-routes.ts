import { messageBody } from '../../contract/errors.ts'
import * as contract from '../../contract/spaces.ts'
import { actor } from '../accounts/auth-hook.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { messageAnswer } from '../platform/http/message-answer.ts'
import type { Services } from '../services.ts'
import { type Answer, answerRequest } from './answer-join-request.ts'
import { askToJoin, readMyRequests, readSpaceRequests, withdrawRequest } from './join-requests.ts'

const { MESSAGES } = contract

export function joinRequestRoutes(app: ApiRoutes, services: Services) {
  readingRoutes(app, services)
  askingRoutes(app, services)
  answerRoute(app, services, 'approve', 'approved')
  answerRoute(app, services, 'deny', 'denied')
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/join-requests/my-requests',
    { config: { audience: 'members' }, schema: { response: { 200: contract.joinRequestList } } },
    async (request) => readMyRequests(actor(request), services),
  )

  app.get(
    '/join-requests/space/:spaceId',
    {
      config: { audience: 'members' },
      schema: {
        params: contract.joinRequestSpaceParams,
        response: { 200: contract.joinRequestList },
      },
    },
    async (request) => readSpaceRequests(actor(request), services, request.params.spaceId),
  )
}

function askingRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/join-requests',
    {
      config: { audience: 'members' },
      schema: {
        body: contract.joinRequestBody,
        response: { 201: contract.joinRequestAnswer },
      },
    },
    async (request, reply) => {
      const joinRequest = await askToJoin(actor(request), services, request.body)
      return reply.code(201).send({ joinRequest })
    },
  )

  app.delete(
    '/join-requests/:id',
    {
      config: { audience: 'members' },
      schema: { params: contract.joinRequestParams, response: { 200: messageBody } },
    },
    async (request) => {
      await withdrawRequest(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.withdrawn)
    },
  )
}

function answerRoute(app: ApiRoutes, services: Services, call: 'approve' | 'deny', answer: Answer) {
  app.patch(
    `/join-requests/:id/${call}`,
    {
      config: { audience: 'members' },
      schema: {
        params: contract.joinRequestParams,
        body: contract.joinAnswerBody,
        response: { 200: contract.joinRequestAnswer },
      },
    },
    async (request) => {
      const { id } = request.params
      const { adminResponse } = request.body
      const given = { answer, adminResponse }
      return { joinRequest: await answerRequest(actor(request), services, id, given) }
    },
  )
}

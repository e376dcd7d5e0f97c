import type { FastifyRequest } from 'fastify'
import * as contract from '../../../contract/conversations.ts'
import { sentenceAnswer } from '../../../contract/errors.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import type { Id } from '../../platform/ids.ts'
import type { Services } from '../../services.ts'
import { addToConversation, leaveConversation, renameConversation } from './conversation-members.ts'
import {
  countUnreadConversations,
  readConversation,
  readConversations,
  readSettings,
  startConversation,
  updateSettings,
} from './conversations.ts'
import { acceptRequest, dismissRequest } from './direct-messages.ts'

const { MESSAGES } = contract
const route = routesOf({ name: 'Conversations', description: 'What members write to each other.' })

export function conversationRoutes(app: ApiRoutes, services: Services) {
  readingRoutes(app, services)
  settingsRoutes(app, services)
  startingRoute(app, services)
  requestRoutes(app, services)
  groupRoutes(app, services)
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/conversations',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listConversations',
      summary: 'List the own conversations, or the requests of others, the last active first',
      querystring: contract.conversationsQuery,
      response: { 200: contract.conversationPage },
    }),
    async (request) => readConversations(actor(request), services, request.query),
  )

  app.get(
    '/conversations/count',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'countConversations',
      summary: 'Count the own conversations with something new',
      response: { 200: contract.conversationCount },
    }),
    async (request) => ({ unread: await countUnreadConversations(actor(request), services) }),
  )

  app.get(
    '/conversations/:id',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readConversation',
      summary: 'Read who is in an own conversation and whether it can be written in',
      params: contract.conversationParams,
      response: { 200: contract.conversation },
    }),
    async (request) => readConversation(actor(request), services, request.params.id),
  )
}

function settingsRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/conversations/settings',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readConversationSettings',
      summary: 'Ask who can write to the caller',
      response: { 200: contract.conversationSettings },
    }),
    async (request) => readSettings(actor(request), services),
  )

  app.put(
    '/conversations/settings',
    route({
      audience: 'members',
      limit: limitOf('profile-changes'),
      operationId: 'updateConversationSettings',
      summary: 'Say who can write to the caller',
      body: contract.conversationSettings,
      response: { 200: contract.conversationSettings },
    }),
    async (request) => updateSettings(actor(request), services, request.body),
  )
}

function startingRoute(app: ApiRoutes, services: Services) {
  app.post(
    '/conversations',
    route({
      audience: 'members',
      limit: limitOf('conversations'),
      operationId: 'startConversation',
      summary: 'Begin a conversation, or get the one of these people',
      body: contract.newConversationBody,
      response: { 200: contract.conversation, 201: contract.conversation },
      refuses: {
        not_found: PROFILE_MESSAGES.memberMissing,
        forbidden: MESSAGES.notTaking,
        conflict: MESSAGES.notTogether,
      },
    }),
    async (request, reply) => {
      const { userIds } = request.body
      const { conversation, isNew } = await startConversation(actor(request), services, userIds)
      return reply.code(isNew ? 201 : 200).send(conversation)
    },
  )
}

function requestRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/conversations/:id/accept',
    route({
      audience: 'members',
      limit: limitOf('conversations'),
      operationId: 'acceptConversation',
      summary: 'Let who asked to write to the caller do so',
      params: contract.conversationParams,
      response: { 200: contract.conversation },
      refuses: { conflict: MESSAGES.cannotWrite },
    }),
    async (request) => acceptRequest(actor(request), services, request.params.id),
  )

  app.post(
    '/conversations/:id/dismiss',
    route({
      audience: 'members',
      limit: limitOf('conversations'),
      operationId: 'dismissConversation',
      summary: 'Hide the request of who asked to write to the caller; nobody is told',
      params: contract.conversationParams,
      response: { 200: sentenceAnswer },
      refuses: { conflict: MESSAGES.cannotWrite },
    }),
    async (request) => {
      await dismissRequest(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.dismissed)
    },
  )
}

function forConversationMembers(services: Services) {
  return async (request: FastifyRequest, { id }: { id: Id }) => {
    await readConversation(actor(request), services, id)
  }
}

function groupRoutes(app: ApiRoutes, services: Services) {
  app.put(
    '/conversations/:id',
    route({
      audience: 'members',
      limit: limitOf('conversations'),
      operationId: 'renameConversation',
      summary: 'Give an own group a title, or none',
      params: contract.conversationParams,
      body: contract.conversationTitleBody,
      permission: forConversationMembers(services),
      response: { 200: contract.conversation },
      refuses: { conflict: MESSAGES.onlyGroups },
    }),
    async (request) => {
      const { id } = request.params
      return renameConversation(actor(request), services, id, request.body.title)
    },
  )

  app.post(
    '/conversations/:id/members',
    route({
      audience: 'members',
      limit: limitOf('conversations'),
      operationId: 'addToConversation',
      summary: 'Take a friend into an own group',
      params: contract.conversationParams,
      body: contract.conversationMemberBody,
      permission: forConversationMembers(services),
      response: { 200: contract.conversation },
      refuses: { forbidden: MESSAGES.friendsOnly, conflict: MESSAGES.notTogether },
    }),
    async (request) => {
      const { id } = request.params
      return addToConversation(actor(request), services, id, request.body.userId)
    },
  )

  app.post(
    '/conversations/:id/leave',
    route({
      audience: 'members',
      limit: limitOf('conversations'),
      operationId: 'leaveConversation',
      summary: 'Leave a group; the last one out deletes it',
      params: contract.conversationParams,
      response: { 200: sentenceAnswer },
      refuses: { conflict: MESSAGES.staysWithTwo },
    }),
    async (request) => {
      await leaveConversation(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.left)
    },
  )
}

import { folds } from '../../../contract/blocks.ts'
import { MESSAGES as EDIT_MESSAGES, editMessageBody } from '../../../contract/edits.ts'
import * as errors from '../../../contract/errors.ts'
import * as bodies from '../../../contract/message-bodies.ts'
import { MESSAGES as EMOJI_MESSAGES } from '../../../contract/reaction-limits.ts'
import { removalQuery } from '../../../contract/removal.ts'
import * as contract from '../../../contract/space-messages.ts'
import { MESSAGES, spaceParams } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { limitOf } from '../../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../../platform/http/api.ts'
import { GENERAL, routesOf } from '../../platform/http/route.ts'
import { idempotentRequest } from '../../platform/idempotency.ts'
import type { Services } from '../../services.ts'
import { forSpaceMembers } from '../membership/require-membership.ts'
import { deleteMessage, editMessage, reactToMessage } from './change-message.ts'
import { markRead, readFolds, readMessages } from './chat-history.ts'
import { imageMessageRoute } from './image-message-routes.ts'
import { forSender } from './message-permissions.ts'
import { sendMessage } from './send-message.ts'

const route = routesOf({ name: 'Chat', description: 'What is said in a space.' })

export function messageRoutes(app: ApiRoutes, services: Services) {
  readingRoutes(app, services)
  sendingRoute(app, services)
  imageMessageRoute(app, services)
  changingRoutes(app, services)
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:id/messages',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listMessages',
      summary: 'Read the messages of a space, oldest first',
      params: spaceParams,
      querystring: contract.messagesQuery,
      response: { 200: contract.messageList },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => readMessages(actor(request), services, request.params.id, request.query),
  )

  app.get(
    '/spaces/:id/folds',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listFolds',
      summary: 'Read whose messages in a space are folded away for the caller',
      params: spaceParams,
      response: { 200: folds },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => readFolds(actor(request), services, request.params.id),
  )

  app.put(
    '/spaces/:id/read',
    route({
      audience: 'members',
      limit: limitOf('read-marks'),
      operationId: 'markMessagesRead',
      summary: 'Say how far the messages of a space are read',
      params: spaceParams,
      body: contract.readBody,
      permission: forSpaceMembers(services),
      response: { 200: contract.readMark },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => {
      const { id } = request.params
      return { lastReadSeq: await markRead(actor(request), services, id, request.body.seq) }
    },
  )
}

function sendingRoute(app: ApiRoutes, services: Services) {
  app.post(
    '/spaces/:id/messages',
    route({
      audience: 'members',
      limit: limitOf('messages'),
      operationId: 'sendMessage',
      summary: 'Send a message to a space',
      params: spaceParams,
      body: bodies.newMessageBody,
      permission: forSpaceMembers(services),
      response: { 201: contract.spaceMessage },
      refuses: { forbidden: MESSAGES.membersOnly },
      isIdempotent: true,
    }),
    async (request, reply) => {
      const sender = actor(request)
      const { params, body } = request
      const once = idempotentRequest(request, sender.id, { ...params, ...body })
      const message = { ...body, spaceId: params.id }
      return reply.code(201).send(await sendMessage(sender, services, message, once))
    },
  )
}

function changingRoutes(app: ApiRoutes, services: Services) {
  app.put(
    '/spaces/:spaceId/messages/:messageId',
    route({
      audience: 'members',
      limit: limitOf('message-changes'),
      operationId: 'editMessage',
      summary: 'Edit an own message',
      params: contract.messageParams,
      body: editMessageBody,
      permission: forSender(services),
      response: { 200: contract.spaceMessage },
      refuses: { forbidden: MESSAGES.notYourMessage, conflict: EDIT_MESSAGES.elsewhere },
    }),
    async (request) => editMessage(actor(request), services, request.params, request.body),
  )

  app.delete(
    '/spaces/:spaceId/messages/:messageId',
    route({
      audience: 'members',
      limit: limitOf('message-changes'),
      operationId: 'deleteMessage',
      summary: "Delete an own message, or any as the space's admin",
      params: contract.messageParams,
      querystring: removalQuery,
      response: { 200: errors.sentenceAnswer },
      refuses: { forbidden: MESSAGES.notYourMessage },
    }),
    async (request) => {
      await deleteMessage(actor(request), services, request.params, request.query.reason)
      return messageAnswer(MESSAGES.messageDeleted)
    },
  )

  app.post(
    '/spaces/:spaceId/messages/:messageId/reactions',
    route({
      audience: 'members',
      limit: limitOf('reactions'),
      operationId: 'reactToMessage',
      summary: 'React to a message, or take the reaction back',
      params: contract.messageParams,
      body: contract.reactionBody,
      permission: forSpaceMembers(services),
      response: { 200: contract.spaceMessage },
      refuses: { forbidden: MESSAGES.membersOnly, conflict: EMOJI_MESSAGES.emojisFull },
    }),
    async (request) => reactToMessage(actor(request), services, request.params, request.body.emoji),
  )
}

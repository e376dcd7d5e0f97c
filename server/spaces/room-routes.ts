import { muteBody } from '../../contract/blocks.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import { messageSearchPage, messageSearchQuery } from '../../contract/message-search.ts'
import { MESSAGES as MUTE_MESSAGES } from '../../contract/room-mute.ts'
import * as contract from '../../contract/space-messages.ts'
import { MESSAGES, spaceParams } from '../../contract/spaces.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { forSpaceMembers } from './membership/require-membership.ts'
import { searchMessages } from './messages/message-search.ts'
import { readPins, setPinned } from './messages/pinned-messages.ts'
import { readReactors } from './messages/reactors.ts'
import { muteRoom, unmuteRoom } from './mute-room.ts'

// What a room has besides what is said in it. All of it is for who is in it, in a space as in a
// conversation.

const route = routesOf({ name: 'Rooms', description: 'What helps in spaces and conversations.' })

export function roomRoutes(app: ApiRoutes, services: Services) {
  pinRoutes(app, services)
  searchRoute(app, services)
  muteRoutes(app, services)
  reactorsRoute(app, services)
}

function searchRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:id/messages/search',
    route({
      audience: 'members',
      limit: limitOf('message-searches'),
      operationId: 'searchMessages',
      summary: 'Find messages of a room by the beginnings of their words, the newest first',
      params: spaceParams,
      querystring: messageSearchQuery,
      response: { 200: messageSearchPage },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => searchMessages(actor(request), services, request.params.id, request.query),
  )
}

function muteRoutes(app: ApiRoutes, services: Services) {
  app.put(
    '/spaces/:id/mute',
    route({
      audience: 'members',
      limit: limitOf('read-marks'),
      operationId: 'muteRoom',
      summary: 'Keep a room quiet for the caller, until a moment or for good',
      params: spaceParams,
      body: muteBody,
      permission: forSpaceMembers(services),
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => {
      const { until } = request.body
      const untilMs = until === null ? null : Date.parse(until)
      await muteRoom(actor(request), services, request.params.id, untilMs)
      return messageAnswer(MUTE_MESSAGES.muted)
    },
  )

  app.delete(
    '/spaces/:id/mute',
    route({
      audience: 'members',
      limit: limitOf('read-marks'),
      operationId: 'unmuteRoom',
      summary: 'Hear of a room again',
      params: spaceParams,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => {
      await unmuteRoom(actor(request), services, request.params.id)
      return messageAnswer(MUTE_MESSAGES.unmuted)
    },
  )
}

function reactorsRoute(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:spaceId/messages/:messageId/reactions',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listReactors',
      summary: 'Read who gave a reaction to a message',
      params: contract.messageParams,
      querystring: contract.reactorsQuery,
      response: { 200: contract.reactorList },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => readReactors(actor(request), services, request.params, request.query.emoji),
  )
}

function pinRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces/:id/pins',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listPins',
      summary: 'Read the pinned messages of a room, the last pinned first',
      params: spaceParams,
      response: { 200: contract.messageList },
      refuses: { forbidden: MESSAGES.membersOnly },
    }),
    async (request) => readPins(actor(request), services, request.params.id),
  )

  app.put(
    '/spaces/:spaceId/messages/:messageId/pin',
    route({
      audience: 'members',
      limit: limitOf('message-changes'),
      operationId: 'pinMessage',
      summary: "Pin a message, as the space's admin or in an own conversation",
      params: contract.messageParams,
      response: { 200: contract.spaceMessage },
      refuses: { forbidden: MESSAGES.adminOnly, conflict: MESSAGES.pinsFull },
    }),
    async (request) => setPinned(actor(request), services, request.params, true),
  )

  app.delete(
    '/spaces/:spaceId/messages/:messageId/pin',
    route({
      audience: 'members',
      limit: limitOf('message-changes'),
      operationId: 'unpinMessage',
      summary: 'Take a pinned message down, as who may pin it',
      params: contract.messageParams,
      response: { 200: contract.spaceMessage },
      refuses: { forbidden: MESSAGES.adminOnly },
    }),
    async (request) => setPinned(actor(request), services, request.params, false),
  )
}

import { sentenceAnswer } from '../../contract/errors.ts'
import { removalQuery } from '../../contract/removal.ts'
import { spaceSummaries } from '../../contract/space-summaries.ts'
import * as contract from '../../contract/spaces.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf, uploadLimit } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import { idempotentRequest } from '../platform/idempotency.ts'
import type { Actor, Services } from '../services.ts'
import { createSounds } from './ambient-sound.ts'
import { createSpace, deleteSpace, transferSpace, updateSpace } from './manage-space.ts'
import { banRoutes } from './membership/ban-routes.ts'
import { invitationRoutes } from './membership/invitation-routes.ts'
import { joinRequestRoutes } from './membership/join-request-routes.ts'
import { joinSpace, leaveSpace, removeMember } from './membership/membership.ts'
import { messageRoutes } from './messages/message-routes.ts'
import { spaceRemovalRoutes } from './messages/removed-message-routes.ts'
import { findSpaces, readMySpaces, readRooms, readSpace } from './read-spaces.ts'
import { roomRoutes } from './room-routes.ts'
import { forAdminOfSpace } from './space-admin.ts'

const { MESSAGES } = contract
const route = routesOf({ name: 'Spaces', description: 'Themed places with a chat.' })

export function spaceRoutes(app: ApiRoutes, services: Services) {
  readingRoutes(app, services)
  soundRoute(app, services)
  managingRoutes(app, services)
  endingRoutes(app, services)
  membershipRoutes(app, services)
  invitationRoutes(app, services)
  messageRoutes(app, services)
  roomRoutes(app, services)
  joinRequestRoutes(app, services)
  banRoutes(app, services)
  spaceRemovalRoutes(app, services)
}

function readingRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/spaces',
    route({
      audience: 'members',
      limit: limitOf('searches'),
      operationId: 'listSpaces',
      summary: 'Find spaces by search and vibe',
      querystring: contract.spacesQuery,
      response: { 200: contract.spacePage },
    }),
    async (request) => findSpaces(actor(request), services, request.query),
  )

  app.get(
    '/spaces/my-spaces',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listMySpaces',
      summary: 'List the spaces the member is in',
      response: { 200: contract.spaceList },
    }),
    async (request) => readMySpaces(actor(request), services),
  )

  app.get(
    '/spaces/rooms',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listRooms',
      summary: 'List the spaces the member is in, each with the last thing said there',
      response: { 200: spaceSummaries },
    }),
    async (request) => readRooms(actor(request), services),
  )

  app.get(
    '/spaces/:id',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'readSpace',
      summary: 'Read a space, or the card of a private one',
      params: contract.spaceParams,
      response: { 200: contract.space },
    }),
    async (request) => readSpace(actor(request), services, request.params.id),
  )
}

function soundRoute(app: ApiRoutes, services: Services) {
  const readSound = createSounds(services)

  app.get(
    '/spaces/:id/sound',
    route({
      audience: 'members',
      limit: limitOf('sounds'),
      operationId: 'readSpaceSound',
      summary: 'Fetch the sound of a space',
      params: contract.spaceParams,
      produces: 'application/octet-stream',
    }),
    async (request, reply) => {
      // Whatever it says it is: a page only ever plays it.
      reply.type('application/octet-stream')
      return reply.send(await readSound(actor(request), request.params.id, reply.raw))
    },
  )
}

function managingRoutes(app: ApiRoutes, services: Services) {
  // A picture that is fetched costs as much as one that is sent.
  const uploads = uploadLimit(services.limits)
  const takeArt = async (admin: Actor, { pinnedArt }: contract.SpaceChangeBody) => {
    if (pinnedArt.url) await uploads.take(admin.id)
  }

  app.post(
    '/spaces',
    route({
      audience: 'members',
      limit: limitOf('spaces'),
      operationId: 'createSpace',
      summary: 'Create a space and be its admin',
      body: contract.spaceBody,
      response: { 201: contract.space },
      isIdempotent: true,
    }),
    async (request, reply) => {
      const admin = actor(request)
      const once = idempotentRequest(request, admin.id, request.body)
      await takeArt(admin, request.body)
      return reply.code(201).send(await createSpace(admin, services, request.body, once))
    },
  )

  app.put(
    '/spaces/:id',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'updateSpace',
      summary: 'Change a space, as its admin',
      params: contract.spaceParams,
      body: contract.spaceChangeBody,
      permission: forAdminOfSpace(services),
      response: { 200: contract.space },
      refuses: { forbidden: MESSAGES.adminOnly, conflict: MESSAGES.membersBelowCount },
    }),
    async (request) => {
      const admin = actor(request)
      await takeArt(admin, request.body)
      return updateSpace(admin, services, request.params.id, request.body)
    },
  )
}

function endingRoutes(app: ApiRoutes, services: Services) {
  app.delete(
    '/spaces/:id',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'deleteSpace',
      summary: 'Delete a space, as its admin',
      params: contract.spaceParams,
      querystring: removalQuery,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.adminOnly },
    }),
    async (request) => {
      await deleteSpace(actor(request), services, request.params.id, request.query.reason)
      return messageAnswer(MESSAGES.deleted)
    },
  )

  app.post(
    '/spaces/:id/transfer',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'transferSpace',
      summary: 'Hand a space over to another of its members',
      params: contract.spaceParams,
      body: contract.transferBody,
      permission: forAdminOfSpace(services),
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.adminOnly, conflict: MESSAGES.notMember },
    }),
    async (request) => {
      await transferSpace(actor(request), services, request.params.id, request.body.userId)
      return messageAnswer(MESSAGES.handedOver)
    },
  )
}

function membershipRoutes(app: ApiRoutes, services: Services) {
  app.post(
    '/spaces/:id/join',
    route({
      audience: 'members',
      limit: limitOf('memberships'),
      operationId: 'joinSpace',
      summary: 'Join a space',
      params: contract.spaceParams,
      response: { 200: contract.space },
      refuses: { forbidden: `${MESSAGES.isPrivate} Or: they are banned.`, conflict: MESSAGES.full },
    }),
    async (request) => joinSpace(actor(request), services, request.params.id),
  )

  app.post(
    '/spaces/:id/leave',
    route({
      audience: 'members',
      limit: limitOf('memberships'),
      operationId: 'leaveSpace',
      summary: 'Leave a space',
      params: contract.spaceParams,
      response: { 200: sentenceAnswer },
      refuses: { conflict: MESSAGES.adminCannotLeave },
    }),
    async (request) => {
      await leaveSpace(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.left)
    },
  )

  app.delete(
    '/spaces/:id/members/:userId',
    route({
      audience: 'members',
      limit: limitOf('space-changes'),
      operationId: 'removeSpaceMember',
      summary: 'Remove a member from a space, as its admin',
      params: contract.spaceMemberParams,
      querystring: removalQuery,
      response: { 200: sentenceAnswer },
      refuses: { forbidden: MESSAGES.adminOnly, conflict: MESSAGES.adminCannotLeave },
    }),
    async (request) => {
      const { id: spaceId, userId } = request.params
      const { reason } = request.query
      await removeMember(actor(request), services, { spaceId, userId, reason })
      return messageAnswer(MESSAGES.removed)
    },
  )
}

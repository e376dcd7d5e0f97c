import * as contract from '../../contract/blocks.ts'
import { sentenceAnswer } from '../../contract/errors.ts'
import { otherMemberParams } from '../../contract/friends.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, routesOf } from '../platform/http/route.ts'
import type { Services } from '../services.ts'
import { blockMember, readBlocked, unblockMember } from './blocks.ts'
import { muteMember, readMuted, requireSeen, unmuteMember } from './mutes.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Safety',
  description: 'Whom a member does not want to see, and what must not stay.',
})

export function blockRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/blocked',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listBlocked',
      summary: 'List whom the caller blocked, the latest first',
      response: { 200: contract.blockedList },
    }),
    async (request) => readBlocked(actor(request), services),
  )

  app.put(
    '/users/:id/block',
    route({
      audience: 'members',
      limit: limitOf('blocks'),
      operationId: 'blockMember',
      summary: 'Block a member: neither sees the other any more',
      params: otherMemberParams,
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.oneself, conflict: MESSAGES.blockedFull },
    }),
    async (request) => {
      await blockMember(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.blockedNow)
    },
  )

  app.delete(
    '/users/:id/block',
    route({
      audience: 'members',
      limit: limitOf('blocks'),
      operationId: 'unblockMember',
      summary: 'Lift a block of the caller’s own',
      params: otherMemberParams,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await unblockMember(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.unblocked)
    },
  )

  muteRoutes(app, services)
}

function muteRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/muted',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listMuted',
      summary: 'List whom the caller muted, by username',
      response: { 200: contract.mutedList },
    }),
    async (request) => readMuted(actor(request), services),
  )

  app.put(
    '/users/:id/mute',
    route({
      audience: 'members',
      limit: limitOf('blocks'),
      operationId: 'muteMember',
      summary: 'Keep a member’s posts and news out of the own feeds and notifications',
      params: otherMemberParams,
      body: contract.muteBody,
      permission: (request, { id }) => requireSeen(actor(request), services.db, id),
      response: { 200: sentenceAnswer },
      refuses: { bad_request: MESSAGES.oneself },
    }),
    async (request) => {
      const { until } = request.body
      const untilMs = until === null ? null : Date.parse(until)
      await muteMember(actor(request), services, request.params.id, untilMs)
      return messageAnswer(MESSAGES.muted)
    },
  )

  app.delete(
    '/users/:id/mute',
    route({
      audience: 'members',
      limit: limitOf('blocks'),
      operationId: 'unmuteMember',
      summary: 'Hear of a member again',
      params: otherMemberParams,
      response: { 200: sentenceAnswer },
    }),
    async (request) => {
      await unmuteMember(actor(request), services, request.params.id)
      return messageAnswer(MESSAGES.unmuted)
    },
  )
}

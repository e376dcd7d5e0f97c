import { sentenceAnswer } from '../../contract/errors.ts'
import * as contract from '../../contract/friends.ts'
import { actor } from '../accounts/auth-hook.ts'
import { limitOf } from '../call-limits.ts'
import { type ApiRoutes, messageAnswer } from '../platform/http/api.ts'
import { GENERAL, type Operation, type RouteLimit, routesOf } from '../platform/http/route.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { blockRoutes } from './block-routes.ts'
import { discoverMembers, searchMembers } from './discover.ts'
import { countPeople, readFriendRequests, readFriends } from './friend-lists.ts'
import {
  acceptFriendRequest,
  rejectFriendRequest,
  sendFriendRequest,
  withdrawFriendRequest,
} from './friend-requests.ts'
import { removeFriend } from './friendship.ts'

const { MESSAGES } = contract
const route = routesOf({
  name: 'Friends',
  description: 'Friends, requests, and members to discover.',
})

export function friendRoutes(app: ApiRoutes, services: Services) {
  blockRoutes(app, services)
  listRoutes(app, services)
  discoverRoutes(app, services)
  sendingRoutes(app, services)
  answerRoute(app, services, 'POST', '/users/friend-request/:id/accept', {
    limit: limitOf('friend-answers'),
    operationId: 'acceptFriendRequest',
    summary: 'Accept a friend request',
    refuses: { conflict: MESSAGES.tooManyFriends },
    act: acceptFriendRequest,
    says: MESSAGES.friendsNow,
  })
  answerRoute(app, services, 'POST', '/users/friend-request/:id/reject', {
    limit: limitOf('friend-answers'),
    operationId: 'rejectFriendRequest',
    summary: 'Decline a friend request',
    act: rejectFriendRequest,
    says: MESSAGES.rejected,
  })
  answerRoute(app, services, 'DELETE', '/users/friend-request/:id', {
    limit: limitOf('friend-requests'),
    operationId: 'withdrawFriendRequest',
    summary: 'Take a friend request back',
    act: withdrawFriendRequest,
    says: MESSAGES.withdrawn,
  })
  answerRoute(app, services, 'DELETE', '/users/friend/:id', {
    limit: limitOf('friend-answers'),
    operationId: 'removeFriend',
    summary: 'Remove a friend',
    act: removeFriend,
    says: MESSAGES.removed,
  })
}

function listRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/friends',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listFriends',
      summary: 'List the own friends by username',
      response: { 200: contract.friendList },
    }),
    async (request) => readFriends(actor(request), services),
  )
  app.get(
    '/users/friend-requests',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'listFriendRequests',
      summary: 'List who asks to be a friend, newest first',
      response: { 200: contract.requestList },
    }),
    async (request) => readFriendRequests(actor(request), services),
  )
  app.get(
    '/users/friend-counts',
    route({
      audience: 'members',
      limit: GENERAL,
      operationId: 'countPeople',
      summary: 'Count friends, requests and members to discover',
      response: { 200: contract.peopleCounts },
    }),
    async (request) => countPeople(actor(request), services),
  )
}

function discoverRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/all',
    route({
      audience: 'members',
      limit: limitOf('searches'),
      operationId: 'discoverMembers',
      summary: 'Discover other members, newest first or by what is searched',
      querystring: contract.discoverQuery,
      response: { 200: contract.discoverList },
    }),
    async (request) => discoverMembers(actor(request), services, request.query),
  )
  app.get(
    '/users/search',
    route({
      audience: 'members',
      limit: limitOf('searches'),
      operationId: 'searchMembers',
      summary: 'Search members by username',
      querystring: contract.searchQuery,
      response: { 200: contract.discoverList },
    }),
    async (request) => searchMembers(actor(request), services, request.query.q),
  )
}

/** The profile modal and the list of members send a request by two names of the same call. */
function sendingRoutes(app: ApiRoutes, services: Services) {
  for (const [path, operationId] of [
    ['/users/friend-request/:id', 'sendFriendRequest'],
    ['/users/friends/:id', 'sendFriendRequestAlias'],
  ] as const)
    app.post(
      path,
      route({
        audience: 'members',
        limit: limitOf('friend-requests'),
        operationId,
        summary: 'Send a friend request, or accept theirs',
        params: contract.otherMemberParams,
        response: { 200: sentenceAnswer },
        refuses: {
          bad_request: MESSAGES.oneself,
          conflict: 'They are friends already, were asked already, or have too many friends.',
        },
      }),
      async (request) => {
        const outcome = await sendFriendRequest(actor(request), services, request.params.id)
        return messageAnswer(outcome === 'sent' ? MESSAGES.sent : MESSAGES.friendsNow)
      },
    )
}

interface Answer extends Pick<Operation, 'operationId' | 'summary' | 'refuses'> {
  limit: RouteLimit
  act(actor: Actor, services: Services, memberId: Id): Promise<void>
  says: string
}

function answerRoute(
  app: ApiRoutes,
  services: Services,
  method: 'POST' | 'DELETE',
  url: string,
  { act, says, ...described }: Answer,
) {
  app.route({
    method,
    url,
    ...route({
      audience: 'members',
      ...described,
      params: contract.otherMemberParams,
      response: { 200: sentenceAnswer },
    }),
    handler: async (request) => {
      await act(actor(request), services, request.params.id)
      return messageAnswer(says)
    },
  })
}

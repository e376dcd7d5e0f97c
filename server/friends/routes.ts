import { messageBody } from '../../contract/errors.ts'
import * as contract from '../../contract/friends.ts'
import { actor } from '../accounts/auth-hook.ts'
import type { ApiRoutes } from '../platform/http/api.ts'
import { messageAnswer } from '../platform/http/message-answer.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { discoverMembers, searchMembers } from './discover.ts'
import { countPeople, readFriendRequests, readFriends } from './friend-lists.ts'
import {
  acceptFriendRequest,
  rejectFriendRequest,
  sendFriendRequest,
  withdrawFriendRequest,
} from './friend-requests.ts'
import { removeFriend } from './friendship.ts'

// Friends: who is close to whom, who would like to be, and whom there is to meet. Of a pair there
// is one request or one friendship and never both, whatever the two do at once. Only verified
// members are ever listed, and never an email.

const REQUESTS_PER_HOUR = 60
const { MESSAGES } = contract

export function friendRoutes(app: ApiRoutes, services: Services) {
  listRoutes(app, services)
  discoverRoutes(app, services)
  sendingRoutes(app, services)
  answerRoute(app, services, 'POST', '/users/friend-request/:id/accept', {
    act: acceptFriendRequest,
    says: MESSAGES.friendsNow,
  })
  answerRoute(app, services, 'POST', '/users/friend-request/:id/reject', {
    act: rejectFriendRequest,
    says: MESSAGES.rejected,
  })
  answerRoute(app, services, 'DELETE', '/users/friend-request/:id', {
    act: withdrawFriendRequest,
    says: MESSAGES.withdrawn,
  })
  answerRoute(app, services, 'DELETE', '/users/friend/:id', {
    act: removeFriend,
    says: MESSAGES.removed,
  })
}

function listRoutes(app: ApiRoutes, services: Services) {
  const config = { audience: 'members' } as const

  app.get(
    '/users/friends',
    { config, schema: { response: { 200: contract.friendList } } },
    async (request) => readFriends(actor(request), services),
  )
  app.get(
    '/users/friend-requests',
    { config, schema: { response: { 200: contract.requestList } } },
    async (request) => readFriendRequests(actor(request), services),
  )
  app.get(
    '/users/friend-counts',
    { config, schema: { response: { 200: contract.peopleCounts } } },
    async (request) => countPeople(actor(request), services),
  )
}

function discoverRoutes(app: ApiRoutes, services: Services) {
  app.get(
    '/users/all',
    {
      config: { audience: 'members' },
      schema: {
        querystring: contract.discoverQuery,
        response: { 200: contract.discoverList },
      },
    },
    async (request) => discoverMembers(actor(request), services, request.query),
  )
  app.get(
    '/users/search',
    {
      config: { audience: 'members' },
      schema: { querystring: contract.searchQuery, response: { 200: contract.discoverList } },
    },
    async (request) => searchMembers(actor(request), services, request.query.q),
  )
}

/** The profile modal and the list of members send a request by two names of the same call. */
function sendingRoutes(app: ApiRoutes, services: Services) {
  const limit = services.limits.of('friend-requests', REQUESTS_PER_HOUR, 60 * 60)

  for (const path of ['/users/friend-request/:id', '/users/friends/:id'])
    app.post(
      path,
      {
        config: { audience: 'members' },
        schema: { params: contract.otherMemberParams, response: { 200: messageBody } },
      },
      async (request) => {
        const sender = actor(request)
        await limit.take(sender.id)
        const outcome = await sendFriendRequest(sender, services, request.params.id)
        return messageAnswer(outcome === 'sent' ? MESSAGES.sent : MESSAGES.friendsNow)
      },
    )
}

interface Answer {
  act(actor: Actor, services: Services, memberId: Id): Promise<void>
  says: string
}

function answerRoute(
  app: ApiRoutes,
  services: Services,
  method: 'POST' | 'DELETE',
  url: string,
  { act, says }: Answer,
) {
  app.route({
    method,
    url,
    config: { audience: 'members' },
    schema: { params: contract.otherMemberParams, response: { 200: messageBody } },
    handler: async (request) => {
      await act(actor(request), services, request.params.id)
      return messageAnswer(says)
    },
  })
}

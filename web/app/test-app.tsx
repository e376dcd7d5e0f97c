/** For tests: the whole client at one path, under its real routes, with a fake server. */
import { currentUser, loginAnswer } from '../../contract/accounts.ts'
import { peopleCounts } from '../../contract/friends.ts'
import { feedAnswer } from '../../contract/posts.ts'
import type { Reply } from '../platform/fake-server.ts'
import type { SocketClass } from '../platform/realtime/connection.ts'
import { App } from './app.tsx'
import { createTestRouter } from './client-router.ts'
import { createQueryClient } from './query-client.ts'
import { routes } from './router.tsx'

export const ada = currentUser.parse({
  _id: '111111111111111',
  username: 'Ada',
  email: 'ada@example.org',
  userNumber: 1,
  isAdmin: true,
  isPrivate: false,
  profilePhoto: null,
  aboutMe: '',
  petPreference: '',
  currentlyVibingTo: '',
  currentlyVibingToSpotify: '',
  squad: [],
  friendCount: 0,
  friendRequestCount: 0,
  hasAskedSomebody: false,
  postCount: 0,
  inviteUrl: 'https://snug.example.org/register',
  mayInvite: true,
  createdAt: '2026-01-15T12:00:00.000Z',
  quietNumbers: false,
  areFirstStepsHidden: false,
})

export const ben = currentUser.parse({
  ...ada,
  _id: '222222222222222',
  username: 'Ben',
  email: 'ben@example.org',
  userNumber: 2,
  isAdmin: false,
})

export function loginReply(user: typeof ada): Reply {
  return { status: 200, body: loginAnswer.parse({ token: `token-of-${user.username}`, user }) }
}

const EMPTY_FEED: Reply = {
  status: 200,
  body: feedAnswer.parse({
    posts: [],
    pagination: { page: 1, hasNextPage: false, nextCursor: null },
  }),
}

const NOBODY = peopleCounts.parse({ friends: 0, requests: 0, discover: 0 })

/** What a member's home and friends ask for: who they are, and that nothing is there yet. */
export function homeReplies(user: typeof ada) {
  return {
    'GET /users/user': (): Reply => ({ status: 200, body: user }),
    'GET /notifications/count': (): Reply => ({ status: 200, body: { count: 0 } }),
    'GET /posts/friends': () => EMPTY_FEED,
    'GET /posts/public': () => EMPTY_FEED,
    'GET /users/friends': (): Reply => ({ status: 200, body: [] }),
    'GET /users/friend-counts': (): Reply => ({ status: 200, body: NOBODY }),
  }
}

/** `Socket`: the server's end of the WebSocket; without it there is none. */
export function createTestApp(path: string, Socket?: SocketClass) {
  const router = createTestRouter(routes, [path])
  const queryClient = createQueryClient()
  const element = <App router={router} queryClient={queryClient} Socket={Socket} />
  return { router, queryClient, element }
}

import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as COMMENT_MESSAGES } from '../../contract/comments.ts'
import { conversationPage } from '../../contract/conversations.ts'
import { MESSAGES as FRIEND_MESSAGES, friendList } from '../../contract/friends.ts'
import { MESSAGES } from '../../contract/posts.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { createFakeServer, errorReply, type Reply } from '../platform/fake-server.ts'
import { installFakePersistence } from '../platform/offline/fake-persistence.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { persistence } from '../platform/offline/persistence.ts'
import { storeToken } from '../platform/token-store.ts'
import { commentBy, commentsReply } from '../posts/comments/test-comments.ts'
import { den, messagesOf } from '../spaces/messages/test-chat.tsx'
import {
  authorOf,
  DISCOVER,
  FakeResizeObserver,
  MINE,
  messageBy,
  messagesReply,
  spaceListReply,
  spacePageReply,
  spaceReply,
} from '../spaces/test-spaces.tsx'
import { ada, ben, createTestApp, homeReplies } from './test-app.tsx'
import { feedReply, postBy } from './test-posts.ts'

// What is shown because the server could not be asked says so, whatever list it is.

const FAILED = errorReply(500, 'internal_error', '')
const soup = postBy(ben, 'There is soup.')
const baker = { ...ben, aboutMe: 'Bakes bread.' }
const talks = conversationPage.parse({
  conversations: [
    {
      ...{ _id: '901', isPair: false, title: 'Tea House', people: [authorOf(ben)], state: 'open' },
      ...{ isUnread: false, mute: null, lastMessage: null, lastReadSeq: 0, lastSeq: 0 },
    },
  ],
  ...{ hasMore: false, hasRequests: false },
})
const CAUGHT_UP = "You're all caught up"

/** What each route answers; all of it fails while the server does. */
const ROUTES: Record<string, Reply> = {
  'GET /posts/friends': feedReply([soup]),
  'GET /posts/public': feedReply([soup]),
  [`GET /posts/${soup._id}/comments`]: { status: 200, body: [] },
  [`GET /users/${ben._id}/posts`]: feedReply([soup]),
  'GET /users/friends': { status: 200, body: friendList.parse([ben]) },
  'GET /users/friend-requests': { status: 200, body: friendList.parse([baker]) },
  [DISCOVER]: spacePageReply([den]),
  [MINE]: spaceListReply([den]),
  'GET /join-requests/my-requests': { status: 200, body: [] },
  'GET /conversations?box=conversations': { status: 200, body: talks },
  'GET /conversations/settings': { status: 200, body: { from: 'knock' } },
  [`GET /spaces/${den._id}`]: spaceReply(den),
  [`GET ${messagesOf(den)}`]: messagesReply([messageBy(ben, 100)]),
  [`GET ${messagesOf(den)}?after=100`]: messagesReply([messageBy(ben, 101)]),
  [`GET ${messagesOf(den)}?after=101`]: messagesReply([]),
}

let isFailing = false
beforeEach(() => {
  isFailing = false
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal('ResizeObserver', FakeResizeObserver)
  installFakePersistence()
  storeToken('mine', true)
})
afterEach(async () => {
  cleanup()
  await outbox.wipeOf(() => true)
  vi.unstubAllGlobals()
})

function visit(path: string, more: Record<string, Reply> = {}) {
  const routes = Object.entries({ ...ROUTES, ...more }).map(([route, reply]) => [
    route,
    () => (isFailing ? FAILED : reply),
  ])
  const server = createFakeServer({ ...homeReplies(ada), ...Object.fromEntries(routes) })
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp(path)
  app.queryClient.setDefaultOptions({ queries: { retry: false } })
  render(app.element)
  return app
}

const text = (words: string) => screen.findByText(words)
const tryAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Try again' }))

describe.each([
  ['the feed', '/', 'There is soup.', MESSAGES.loadFailed],
  ['the friends', '/friends', 'Ben', FRIEND_MESSAGES.friendsFailed],
  ['my spaces', '/spaces?tab=mine', 'The den', 'Your spaces could not be loaded.'],
  ['the spaces', '/spaces?tab=discover', 'The den', 'The spaces could not be loaded.'],
  ['a chat', `/spaces/${den._id}`, 'Message 100', 'The messages could not be loaded.'],
  ['the conversations', '/messages', 'Tea House', 'The messages could not be loaded.'],
])('%s', (_list, path, words, sentence) => {
  it('kept on the device says that it is, until it is read anew', async () => {
    visit(path)
    await text(words)
    expect(screen.queryByText(sentence)).toBeNull()
    await waitFor(async () => expect(JSON.stringify(await persistence.readAll())).toContain(words))
    cleanup()
    isFailing = true
    visit(path)
    await text(words)
    expect(await text(sentence)).toBeTruthy()
    expect(screen.queryByText(CAUGHT_UP)).toBeNull()
    tryAgain()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy())
    expect(screen.getByText(sentence)).toBeTruthy()
    isFailing = false
    // A press while the try before it is under way asks for nothing more.
    await waitFor(() => {
      if (screen.queryByText(sentence)) tryAgain()
      expect(screen.queryByText(sentence)).toBeNull()
    })
    expect(screen.getAllByText(words)).not.toHaveLength(0)
  })
})

it.each([
  ['friend requests', '/friends?tab=requests', 'Bakes bread.', FRIEND_MESSAGES.requestsFailed],
  ['a member’s posts', `/members/${ben._id}`, 'There is soup.', MESSAGES.loadFailed],
  ['a member’s card', `/members/${ben._id}`, 'Bakes bread.', PROFILE_MESSAGES.loadFailed],
  ['comments', `/posts/${soup._id}`, 'With bread?', COMMENT_MESSAGES.loadFailed],
])('%s that cannot be read anew stay, and say so', async (_list, path, words, sentence) => {
  const profile = {
    ...baker,
    squad: [],
    isFriend: true,
    requestSent: false,
    requestReceived: false,
    isMuted: false,
    mutedUntil: null,
    invitedBy: null,
    mutualFriends: { count: 0, named: [] },
    images: { images: [], nextCursor: null },
  }
  const { queryClient } = visit(path, {
    [`GET /users/${ben._id}/profile`]: { status: 200, body: profile },
    [`GET /posts/${soup._id}`]: { status: 200, body: soup },
    [`GET /posts/${soup._id}/comments`]: commentsReply([commentBy(ben, 'With bread?')]),
  })
  await text(words)
  isFailing = true
  await act(() => queryClient.refetchQueries())
  expect(await text(sentence)).toBeTruthy()
  expect(screen.getAllByText(words)).not.toHaveLength(0)
  expect(screen.queryByText(CAUGHT_UP)).toBeNull()
})

it('an empty feed that is kept is not said to be empty', async () => {
  const none = { 'GET /posts/friends': feedReply([]) }
  visit('/', none)
  await text(MESSAGES.friendsEmpty)
  await waitFor(async () =>
    expect(JSON.stringify(await persistence.readAll())).toContain('"posts":[]'),
  )
  cleanup()
  isFailing = true
  visit('/', none)
  expect(await text(MESSAGES.loadFailed)).toBeTruthy()
  await waitFor(() => expect(screen.queryByText(MESSAGES.friendsEmpty)).toBeNull())
})

it('a change made on the page makes what is kept no newer', async () => {
  const { queryClient } = visit('/')
  await text(CAUGHT_UP)
  isFailing = true
  await act(() => queryClient.refetchQueries({ queryKey: ['feed'] }))
  await text(MESSAGES.loadFailed)
  act(() =>
    queryClient.setQueriesData({ queryKey: ['feed'] }, (feed: object = {}) => ({ ...feed })),
  )
  expect(screen.getByText(MESSAGES.loadFailed)).toBeTruthy()
  expect(screen.queryByText(CAUGHT_UP)).toBeNull()
})

it('what is kept says so without a network, too', async () => {
  const { queryClient } = visit('/')
  await text(CAUGHT_UP)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  isFailing = true
  await act(() => queryClient.refetchQueries({ queryKey: ['feed'] }))
  expect(await text(MESSAGES.loadFailed)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  expect(screen.queryByText(CAUGHT_UP)).toBeNull()
})

it('what everybody said is no end either where it is kept, for who has only their own posts', async () => {
  const { queryClient } = visit('/', {
    'GET /posts/friends': feedReply([postBy(ada, 'I am alone.')]),
  })
  await text('There is soup.')
  isFailing = true
  await act(() => queryClient.refetchQueries({ queryKey: ['feed'] }))
  await text(MESSAGES.loadFailed)
  expect(screen.getByText('There is soup.')).toBeTruthy()
  expect(screen.queryByText(CAUGHT_UP)).toBeNull()
})

import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { community } from '../../contract/community.ts'
import { DEFAULT_BRANDING } from '../../contract/community-branding.ts'
import { COMMUNITY_DEFAULTS } from '../../contract/community-settings.ts'
import { notificationBy } from '../notifications/test-notifications.ts'
import { communityBranding, showCommunity } from '../platform/community.ts'
import {
  createFakeServer,
  deferredReply,
  messageReply,
  type Reply,
} from '../platform/fake-server.ts'
import { FakeSocket } from '../platform/realtime/fake-socket.ts'
import { queryKeys } from './query-keys.ts'
import { ada, ben, createTestApp } from './test-app.tsx'
import {
  becomeReady,
  COUNT,
  counted,
  happens,
  pass,
  prepareRealtime,
  resetRealtime,
  socket,
  tell,
  visit,
} from './test-realtime.ts'

const USER = 'GET /users/user'
const COMMUNITY = community.parse({ ...COMMUNITY_DEFAULTS, ...DEFAULT_BRANDING })
/** As the server says it of them while anybody may come in and invite. */
const member = { ...ben, inviteUrl: 'https://snug.example.org/register', mayInvite: true }

beforeEach(prepareRealtime)

afterEach(() => {
  showCommunity(DEFAULT_BRANDING)
  resetRealtime()
})

const breakAndComeBack = () =>
  happens(() => {
    socket().drop()
    window.dispatchEvent(new Event('online'))
    socket().becomeReady()
  })

describe('the stream', () => {
  it('is opened for who is signed in, and ends with that', async () => {
    await visit({ 'POST /users/logout': () => messageReply(MESSAGES.signedOut) })
    await becomeReady()
    expect(FakeSocket.opened).toHaveLength(1)
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(socket().isClosed).toBe(true)
    window.dispatchEvent(new Event('online'))
    expect(FakeSocket.opened).toHaveLength(1)
  })

  it('is not opened for strangers', async () => {
    sessionStorage.clear()
    vi.stubGlobal('fetch', createFakeServer({}).fetch)
    render(createTestApp('/', FakeSocket).element)
    await screen.findByRole('heading', { name: 'Welcome back' })
    expect(FakeSocket.opened).toHaveLength(0)
  })
})

describe('what is told', () => {
  it('of a new notification is said politely', async () => {
    await visit()
    await becomeReady()
    await tell({ type: 'notification', notification: notificationBy(ben, 'comment') })
    const words = screen.getByText('New notification: Ben commented on your post')
    expect(words.closest('[role="status"]')).toBeTruthy()
  })

  it('of friends makes what is held of people old, and moves no feed', async () => {
    const { queryClient } = await visit()
    await becomeReady()
    const keys = [
      queryKeys.friends,
      queryKeys.friendRequests,
      [...queryKeys.discover, ''],
      queryKeys.peopleCounts,
      [...queryKeys.members, ben._id],
      [...queryKeys.feeds, 'friends'],
      // Whoever blocked the member is gone from both.
      [...queryKeys.comments, '1'],
      [...queryKeys.notifications, 'of yesterday'],
    ]
    for (const key of keys) queryClient.setQueryData(key, 'known')
    await tell({ type: 'account_changed' })
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).not.toContain(true)
    await tell({ type: 'friends_changed', memberId: ben._id })
    expect(keys.map((key) => queryClient.getQueryState(key)?.isInvalidated)).not.toContain(false)
    expect(keys.map((key) => queryClient.getQueryData(key))).not.toContain(undefined)
  })

  it("of the member's own record brings it here", async () => {
    let user = ada
    const { server } = await visit({ [USER]: () => ({ status: 200, body: user }) })
    await becomeReady()
    expect(server.count(USER)).toBe(1)
    user = { ...ada, username: 'Countess' }
    await tell({ type: 'account_changed' })
    await waitFor(() => expect(screen.getAllByText('Hi, Countess')).not.toHaveLength(0))
  })

  it('of friends brings how many there are, and the squad, to where one writes', async () => {
    const { _id, username, userNumber, profilePhoto } = ben
    const squad = [{ _id, username, userNumber, profilePhoto }]
    let user = { ...ada, isPrivate: true, squad }
    const { router } = await visit({ [USER]: () => ({ status: 200, body: user }) })
    await becomeReady()
    await act(() => router.navigate('/create-post'))
    await userEvent.click(await screen.findByRole('button', { name: /Your friends \(0\)/ }))
    expect(await screen.findByRole('menuitem', { name: 'Your squad: Ben' })).toBeTruthy()
    user = { ...user, friendCount: 1, squad: [] }
    await tell({ type: 'friends_changed', memberId: ben._id })
    expect(await screen.findByRole('menuitem', { name: 'Your squad: nobody yet' })).toBeTruthy()
    expect(screen.getByRole('menuitem', { name: /Your friends \(1\), while/ })).toBeTruthy()
  })

  it('of the own record twice shows the later, although its answer comes first', async () => {
    const older = deferredReply()
    const replies = [
      (): Reply => ({ status: 200, body: ada }),
      older.reply,
      (): Reply => ({ status: 200, body: { ...ada, username: 'Countess' } }),
    ]
    await visit({ [USER]: () => replies.shift()?.() ?? 'no answer' })
    await becomeReady()
    await tell({ type: 'account_changed' })
    await tell({ type: 'account_changed' })
    await waitFor(() => expect(screen.getAllByText('Hi, Countess')).not.toHaveLength(0))
    await happens(() => older.answer({ status: 200, body: ada }))
    expect(screen.getAllByText('Hi, Countess')).not.toHaveLength(0)
  })

  it.each([
    ['registration', { ...COMMUNITY, registration: 'closed' }],
    ['who may invite', { ...COMMUNITY, whoMayInvite: 'admins' }],
  ] as const)('of %s brings what the member may do, and what they sent', async (_, body) => {
    const { server, queryClient } = await visit({
      [USER]: () => ({ status: 200, body: member }),
      'GET /community': () => ({ status: 200, body }),
    })
    await becomeReady()
    queryClient.setQueryData(queryKeys.invites, [])
    await tell({ type: 'community_changed' })
    await waitFor(() => expect(server.count(USER)).toBe(2))
    expect(queryClient.getQueryState(queryKeys.invites)?.isInvalidated).toBe(true)
  })

  it('of the community asks for no record where it is an announcement alone', async () => {
    const body = { ...COMMUNITY, announcementId: 'tea' }
    const { server } = await visit({
      [USER]: () => ({ status: 200, body: member }),
      'GET /community': () => ({ status: 200, body }),
    })
    await becomeReady()
    await tell({ type: 'community_changed' })
    await waitFor(() => expect(communityBranding().announcementId).toBe('tea'))
    await pass(1_000)
    expect(server.count(USER)).toBe(1)
  })

  it('of the own record, where that cannot be had, changes nothing', async () => {
    let reply: Reply = { status: 200, body: ada }
    const { server } = await visit({ [USER]: () => reply })
    await becomeReady()
    reply = 'no answer'
    await tell({ type: 'account_changed' })
    await waitFor(() => expect(server.count(USER)).toBe(2))
    expect(screen.getAllByText('Hi, Ada')).not.toHaveLength(0)
  })
})

describe('once the member is gone', () => {
  async function logOut() {
    vi.useRealTimers()
    await userEvent.click(screen.getByRole('button', { name: 'Logout' }))
    await screen.findByRole('heading', { name: 'Welcome back' })
  }

  it('their record is read no further', async () => {
    const { server } = await visit({ 'POST /users/logout': () => messageReply(MESSAGES.signedOut) })
    const signals: (AbortSignal | null | undefined)[] = []
    vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
      if (!url.endsWith('/users/user')) return server.fetch(url, init)
      signals.push(init.signal)
      return new Promise(() => {})
    })
    await becomeReady()
    await tell({ type: 'account_changed' })
    await waitFor(() => expect(signals).toHaveLength(1))
    expect(signals[0]?.aborted).toBe(false)
    await logOut()
    expect(signals[0]?.aborted).toBe(true)
  })

  it('a late word of the community has it read no more', async () => {
    const { reply, answer } = deferredReply()
    const { server } = await visit({
      [USER]: () => ({ status: 200, body: member }),
      'POST /users/logout': () => messageReply(MESSAGES.signedOut),
      'GET /community': reply,
    })
    await becomeReady()
    await tell({ type: 'community_changed' })
    await waitFor(() => expect(server.count('GET /community')).toBeGreaterThan(0))
    const before = server.count(USER)
    await logOut()
    answer({ status: 200, body: { ...COMMUNITY, name: 'Tea House', registration: 'closed' } })
    await waitFor(() => expect(communityBranding().name).toBe('Tea House'))
    await act(async () => {})
    expect(server.count(USER)).toBe(before)
  })
})

describe('after a break', () => {
  it('all is read again, once', async () => {
    const { server, queryClient } = await visit({ [COUNT]: () => counted(0) })
    await becomeReady()
    queryClient.setQueryData(queryKeys.friends, [])
    queryClient.setQueryData([...queryKeys.feeds, 'friends'], 'known')
    expect(server.count(USER)).toBe(1)
    await breakAndComeBack()
    await waitFor(() => expect(server.count(USER)).toBe(2))
    expect(queryClient.getQueryState(queryKeys.friends)?.isInvalidated).toBe(true)
    expect(queryClient.getQueryState([...queryKeys.feeds, 'friends'])?.isInvalidated).toBe(true)
    await pass(5_000)
    expect(server.count(USER)).toBe(2)
  })
})

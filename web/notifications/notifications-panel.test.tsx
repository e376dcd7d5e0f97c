import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { MESSAGES, NOTIFICATIONS_PAGE_SIZE } from '../../contract/notifications.ts'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { createFakeServer, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { storeToken } from '../platform/token-store.ts'
import { authorOf, notificationBy, notificationsReply } from './test-notifications.ts'

const LIST = 'GET /notifications'
const COUNT = 'GET /notifications/count'
const WAITING = 'GET /users/friend-requests'
const READ_ALL = 'PUT /notifications/read-all'
const SPACE = '777777777777777'
const POST = '888888888888888'
const COMMENT = '999999999999999'

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => {})
  storeToken('a-token', false)
})

afterEach(async () => {
  vi.useRealTimers()
  cleanup()
  // A dialog that goes puts the history right a moment later.
  await new Promise((resolve) => setTimeout(resolve))
  vi.unstubAllGlobals()
})

type Replies = Record<string, () => Reply | Promise<Reply>>

const NONE: Reply = { status: 200, body: [] }
const counted = (count: number): Reply => ({ status: 200, body: { count } })

/** The privacy page, since it asks for little, with the panel open over it. */
async function openPanel(replies: Replies) {
  const server = createFakeServer({
    ...homeReplies(ada),
    [LIST]: () => NONE,
    [WAITING]: () => NONE,
    ...replies,
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router, queryClient } = createTestApp('/no/such/place')
  queryClient.setDefaultOptions({ queries: { retry: false } })
  render(element)
  const [bell] = await screen.findAllByRole('button', { name: /^Notifications/ })
  fireEvent.click(bell as HTMLElement)
  const panel = within(await screen.findByRole('dialog', { name: 'Notifications' }))
  return { server, router, panel, queryClient }
}

const rowOf = (words: string) => screen.findByText(words).then((text) => text.closest('li'))
const isNew = (row: HTMLElement | null) =>
  row !== null && !within(row).getByText('New').className.includes('invisible')
const pressRow = async (words: string) => fireEvent.click(await screen.findByText(words))
const place = ({ state }: Awaited<ReturnType<typeof openPanel>>['router']) =>
  state.location.pathname + state.location.search

describe('the panel', () => {
  it('tells what happened, newest first, and which is new', async () => {
    const day = 24 * 60 * 60_000
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    await openPanel({
      [LIST]: () =>
        notificationsReply([
          notificationBy(ben, 'comment'),
          notificationBy(null, 'comment', { read: true, createdAt: ago(5 * 60_000) }),
          notificationBy(ben, 'comment', { count: 3, createdAt: ago(6 * 60_000) }),
          notificationBy(ben, 'join_request', { createdAt: ago(3 * 60 * 60_000) }),
          notificationBy(ben, 'friend_request', { createdAt: ago(2 * day) }),
          notificationBy(ben, 'other', { text: 'Ben accepted your friend request' }),
          notificationBy(null, 'other', { createdAt: ago(8 * day) }),
        ]),
    })
    const list = await screen.findByRole('list', { name: 'Notifications, newest first' })
    const rows = within(list).getAllByRole('listitem')
    const texts = rows.map((row) => row.querySelector('[dir]')?.textContent)
    const times = rows.map((row) => row.querySelector('time')?.textContent)
    expect(texts).toEqual([
      'Ben commented on your post',
      'Someone commented on your post',
      'Ben commented on your post 3 times',
      'Ben requested to join your space',
      'Ben sent you a friend request',
      'Ben accepted your friend request',
      'You have a new notification',
    ])
    expect(times).toEqual([
      'Just now',
      '5m ago',
      '6m ago',
      '3h ago',
      '2d ago',
      'Just now',
      new Date(Date.now() - 8 * day).toLocaleDateString(),
    ])
    expect(rows.map(isNew)).toEqual([true, false, true, true, true, true, true])
    expect(rows[0]?.querySelector('time')?.title).toContain(String(new Date().getFullYear()))
  })

  it('says that it loads, and that there is nothing yet', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const { panel } = await openPanel({ [LIST]: () => promise })
    expect(panel.getByText('Loading notifications')).toBeTruthy()
    resolve(NONE)
    expect(await panel.findByText(/Nothing here yet/)).toBeTruthy()
    expect(panel.queryByText('Loading notifications')).toBeNull()
    expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull()
  })

  it('that fails says so, and comes on another try', async () => {
    let reply: Reply = errorReply(500, 'internal_error', '')
    const { panel } = await openPanel({ [LIST]: () => reply })
    expect(await panel.findByText(MESSAGES.loadFailed)).toBeTruthy()
    reply = notificationsReply([notificationBy(ben, 'comment')])
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('Ben commented on your post')).toBeTruthy()
  })

  it('that is there, but cannot be read anew, says so until it can', async () => {
    let reply = notificationsReply([notificationBy(ben, 'comment')])
    const good = reply
    const { panel, queryClient } = await openPanel({ [LIST]: () => reply })
    await panel.findByText('Ben commented on your post')
    reply = errorReply(500, 'internal_error', '')
    await act(() => queryClient.refetchQueries({ queryKey: ['notifications'] }))
    expect(await panel.findByText(MESSAGES.loadFailed)).toBeTruthy()
    expect(panel.getByText('Ben commented on your post')).toBeTruthy()
    reply = good
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    await waitFor(() => expect(panel.queryByText(MESSAGES.loadFailed)).toBeNull())
  })

  it('goes back page by page, and keeps focus in the list at the end', async () => {
    const page = Array.from({ length: NOTIFICATIONS_PAGE_SIZE }, () =>
      notificationBy(ben, 'comment'),
    )
    let older: Reply = errorReply(500, 'internal_error', '')
    const { panel } = await openPanel({
      [LIST]: () => notificationsReply(page),
      [`${LIST}?before=${page.at(-1)?._id}`]: () => older,
    })
    fireEvent.click(await panel.findByRole('button', { name: 'Show older notifications' }))
    expect(await panel.findByText(MESSAGES.loadFailed)).toBeTruthy()
    older = notificationsReply([notificationBy(null, 'other', { text: 'The first of all' })])
    fireEvent.click(panel.getByRole('button', { name: 'Try again' }))
    expect(await panel.findByText('The first of all')).toBeTruthy()
    expect(panel.queryByRole('button', { name: /older/ })).toBeNull()
    expect(document.activeElement).toBe(panel.getByRole('list'))
  })
})

describe('a notification', () => {
  it.each([
    ['of a request', notificationBy(ben, 'friend_request'), '/friends?tab=requests'],
    [
      'of a request to join',
      notificationBy(ben, 'join_request', { spaceId: SPACE }),
      `/spaces/${SPACE}?requests=1`,
    ],
    [
      'of a space',
      notificationBy(null, 'other', { spaceId: SPACE, text: 'Come.' }),
      `/spaces/${SPACE}`,
    ],
    ['of a friend', notificationBy(ben, 'other', { text: 'Hello.' }), '/friends'],
    [
      'of who waits to be let in',
      notificationBy(null, 'other', { text: 'One waits.', leadsTo: 'reports' }),
      '/admin?tab=reports',
    ],
    ['of a post that is gone', notificationBy(ben, 'comment'), '/'],
  ])('%s leads there and is read by it', async (_, notification, destination) => {
    const READ = `PUT /notifications/${notification._id}/read`
    const { server, router, panel } = await openPanel({
      [LIST]: () => notificationsReply([notification]),
      [READ]: () => messageReply(MESSAGES.read),
    })
    await panel.findByText(/.*/, { selector: 'li [dir]' })
    fireEvent.click(panel.getByRole('listitem').querySelector('button') as HTMLElement)
    await waitFor(() => expect(place(router)).toBe(destination))
    expect(server.count(READ)).toBe(1)
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull())
  })

  it('of a comment leads home, and says which comment', async () => {
    const { router } = await openPanel({
      [LIST]: () =>
        notificationsReply([
          notificationBy(ben, 'comment', { postId: POST, commentId: COMMENT, read: true }),
        ]),
    })
    await pressRow('Ben commented on your post')
    await waitFor(() => expect(place(router)).toBe('/'))
    expect(router.state.location.state).toEqual({ comment: { postId: POST, commentId: COMMENT } })
  })

  it('that leads nowhere is read, and the panel stays', async () => {
    const notification = notificationBy(null, 'other', { text: 'Welcome.' })
    const { server, panel } = await openPanel({
      [COUNT]: () => counted(1),
      [LIST]: () => notificationsReply([notification]),
      [`PUT /notifications/${notification._id}/read`]: () => messageReply(MESSAGES.read),
    })
    await pressRow('Welcome.')
    await waitFor(async () => expect(isNew(await rowOf('Welcome.'))).toBe(false))
    expect(panel.getByText('Welcome.')).toBeTruthy()
    expect(server.count(`PUT /notifications/${notification._id}/read`)).toBe(1)
    await pressRow('Welcome.')
    expect(server.count(`PUT /notifications/${notification._id}/read`)).toBe(1)
  })

  it('that the server did not mark is new again, and only the log says so', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    const notification = notificationBy(null, 'other', { text: 'Welcome.' })
    const answer = Promise.withResolvers<Reply>()
    await openPanel({
      [LIST]: () => notificationsReply([notification]),
      [`PUT /notifications/${notification._id}/read`]: () => answer.promise,
    })
    await pressRow('Welcome.')
    await waitFor(async () => expect(isNew(await rowOf('Welcome.'))).toBe(false))
    answer.resolve(errorReply(500, 'internal_error', ''))
    await waitFor(async () => expect(isNew(await rowOf('Welcome.'))).toBe(true))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(logged).toHaveBeenCalledOnce()
  })
})

describe('Mark all read', () => {
  it('reads all at once, and the button and the count go', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true })
    const answer = Promise.withResolvers<Reply>()
    const { server, panel } = await openPanel({
      [COUNT]: () => counted(2),
      [LIST]: () =>
        notificationsReply([notificationBy(ben, 'comment'), notificationBy(ben, 'join_request')]),
      [READ_ALL]: () => answer.promise,
    })
    await act(() => vi.advanceTimersByTimeAsync(1_000))
    const bells = (name: string) => screen.queryAllByRole('button', { name, hidden: true })
    await waitFor(() => expect(bells('Notifications, 2 unread')).toHaveLength(2))
    fireEvent.click(await panel.findByRole('button', { name: 'Mark all read' }))
    await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull())
    expect(panel.getAllByRole('listitem').some(isNew)).toBe(false)
    expect(bells('Notifications')).toHaveLength(2)
    expect(document.activeElement).toBe(panel.getByRole('list'))
    expect(server.count(READ_ALL)).toBe(1)
    answer.resolve(messageReply(MESSAGES.allRead))
  })

  it('is not offered when nothing is new', async () => {
    const { panel } = await openPanel({
      [LIST]: () => notificationsReply([notificationBy(ben, 'comment', { read: true })]),
    })
    await panel.findByText('Ben commented on your post')
    expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull()
  })
})

describe('a friend request', () => {
  const request = notificationBy(ben, 'friend_request')
  const person = { ...authorOf(ben), aboutMe: '' }
  const ACCEPT = `POST /users/friend-request/${ben._id}/accept`
  const DECLINE = `POST /users/friend-request/${ben._id}/reject`
  const base = {
    [LIST]: () => notificationsReply([request]),
    [WAITING]: (): Reply => ({ status: 200, body: [person] }),
    [`PUT /notifications/${request._id}/read`]: () => messageReply(MESSAGES.read),
  }

  it.each([
    ['accepted', 'Accept', ACCEPT, FRIEND_MESSAGES.friendsNow],
    ['declined', 'Decline', DECLINE, FRIEND_MESSAGES.rejected],
  ])('is %s right there, and the row says so', async (_, label, route, sentence) => {
    const { server, panel, router } = await openPanel({
      ...base,
      [route]: () => messageReply(sentence),
    })
    const before = place(router)
    fireEvent.click(await panel.findByRole('button', { name: new RegExp(`^${label}`) }))
    expect(await panel.findByText(sentence)).toBeTruthy()
    await waitFor(() => expect(server.count(route)).toBe(1))
    expect(panel.queryByRole('button', { name: /^(Accept|Decline)/ })).toBeNull()
    expect(isNew(await rowOf('Ben sent you a friend request'))).toBe(false)
    expect(place(router)).toBe(before)
  })

  it('that could not be accepted waits again, and it is said', async () => {
    const { panel } = await openPanel({
      ...base,
      [ACCEPT]: () => errorReply(500, 'internal_error', ''),
    })
    fireEvent.click(await panel.findByRole('button', { name: /^Accept/ }))
    expect(await screen.findByText(FRIEND_MESSAGES.acceptFailed)).toBeTruthy()
    expect(await panel.findByRole('button', { name: /^Accept/ })).toBeTruthy()
    expect(panel.queryByText(FRIEND_MESSAGES.friendsNow)).toBeNull()
  })

  it('that was answered before offers nothing', async () => {
    const { panel } = await openPanel({ ...base, [WAITING]: () => NONE })
    await panel.findByText('Ben sent you a friend request')
    expect(panel.queryByRole('button', { name: /^(Accept|Decline)/ })).toBeNull()
  })
})

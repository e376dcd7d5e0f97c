import { act, fireEvent, getConfig, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts'
import { MESSAGES, NOTIFICATIONS_PAGE_SIZE } from '../../contract/notifications.ts'
import { ben } from '../app/test-app.tsx'
import { deferredReply, errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { notificationBy, notificationsReply } from './test-notifications.ts'
import {
  COUNT,
  counted,
  isNew,
  LIST,
  NONE,
  openPanel,
  preparePanel,
  resetPanel,
  WAITING,
} from './test-panel.tsx'

const READ_ALL = 'PUT /notifications/read-all'

beforeEach(preparePanel)
afterEach(resetPanel)

describe('the panel', () => {
  it('shows what happened where the waiting requests are refused, and asks for them once more', async () => {
    const { server, panel } = await openPanel({
      [LIST]: () => notificationsReply([notificationBy(ben, 'friend_request')]),
      [WAITING]: () => errorReply(500, 'internal', ''),
    })
    const row = await panel.findByText('sent you a friend request', { exact: false })
    await vi.waitFor(() => expect(server.count(WAITING)).toBe(2))
    await getConfig().asyncWrapper(() => new Promise((resolve) => setTimeout(resolve, 50)))
    expect(server.count(WAITING)).toBe(2)
    expect(row.isConnected).toBe(true)
  })

  it('tells what happened, newest first, and which is new', async () => {
    // The page and the test count from the same moment, at midnight too.
    vi.setSystemTime(Date.now())
    const day = DAY_MS
    const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
    await openPanel({
      [LIST]: () =>
        notificationsReply([
          notificationBy(ben, 'comment'),
          notificationBy(null, 'comment', { read: true, createdAt: ago(5 * 60_000) }),
          notificationBy(ben, 'comment', { count: 3, createdAt: ago(6 * 60_000) }),
          notificationBy(ben, 'join_request', { createdAt: ago(3 * HOUR_MS) }),
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

  it('leaves out nothing that was being read', async () => {
    const old = notificationBy(ben, 'comment', { read: true })
    const late = deferredReply()
    const all = [notificationBy(ben, 'join_request', { read: true }), old]
    const replies = [() => notificationsReply([old]), late.reply]
    const { server, panel, queryClient } = await openPanel({
      [COUNT]: () => counted(1),
      [LIST]: () => replies.shift()?.() ?? notificationsReply(all),
      [READ_ALL]: () => messageReply(MESSAGES.allRead),
    })
    await panel.findByText('Ben commented on your post')
    void queryClient.invalidateQueries({ queryKey: ['notifications'] })
    await waitFor(() => expect(server.count(LIST)).toBe(2))
    fireEvent.click(await panel.findByRole('button', { name: 'Mark all read' }))
    await waitFor(() => expect(panel.getAllByRole('listitem')).toHaveLength(2))
  })

  it('is not offered when nothing is new', async () => {
    const { panel } = await openPanel({
      [LIST]: () => notificationsReply([notificationBy(ben, 'comment', { read: true })]),
    })
    await panel.findByText('Ben commented on your post')
    expect(panel.queryByRole('button', { name: 'Mark all read' })).toBeNull()
  })
})

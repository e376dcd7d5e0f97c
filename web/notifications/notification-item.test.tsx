import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES as FRIEND_MESSAGES } from '../../contract/friends.ts'
import { MESSAGES } from '../../contract/notifications.ts'
import { ben } from '../app/test-app.tsx'
import { errorReply, messageReply, type Reply } from '../platform/fake-server.ts'
import { authorOf, notificationBy, notificationsReply } from './test-notifications.ts'
import {
  COUNT,
  counted,
  isNew,
  LIST,
  NONE,
  openPanel,
  place,
  preparePanel,
  resetPanel,
  WAITING,
} from './test-panel.tsx'

const pressRow = async (words: string) => fireEvent.click(await screen.findByText(words))

const rowOf = (words: string) => screen.findByText(words).then((text) => text.closest('li'))

const COMMENT = '999999999999999'

const POST = '888888888888888'

const SPACE = '777777777777777'

const MESSAGE = '666666666666666'

beforeEach(preparePanel)
afterEach(resetPanel)

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
    [
      'of a conversation',
      notificationBy(null, 'other', { spaceId: SPACE, text: 'Gone.', leadsTo: 'conversation' }),
      `/messages/${SPACE}`,
    ],
    [
      'of a message',
      notificationBy(ben, 'other', { spaceId: SPACE, messageId: MESSAGE, text: 'Come.' }),
      `/spaces/${SPACE}?message=${MESSAGE}`,
    ],
    ['of a friend', notificationBy(ben, 'other', { text: 'Hello.' }), `/members/${ben._id}`],
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
    const READ = `PUT /notifications/${request._id}/read`
    let read = false
    const { server, panel, router } = await openPanel({
      ...base,
      [LIST]: () => notificationsReply([{ ...request, read }]),
      [READ]: () => {
        read = true
        return messageReply(MESSAGES.read)
      },
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

  it('that was taken back meanwhile makes nobody a friend', async () => {
    let waiting: Reply = { status: 200, body: [person] }
    const { panel } = await openPanel({
      ...base,
      [WAITING]: () => waiting,
      [ACCEPT]: () => {
        waiting = NONE
        return errorReply(404, 'not_found', FRIEND_MESSAGES.requestMissing)
      },
    })
    fireEvent.click(await panel.findByRole('button', { name: /^Accept/ }))
    await waitFor(() => expect(panel.queryByRole('button', { name: /^Accept/ })).toBeNull())
    expect(await screen.findByText(FRIEND_MESSAGES.requestMissing)).toBeTruthy()
    await waitFor(() => expect(panel.queryByText(FRIEND_MESSAGES.friendsNow)).toBeNull())
  })

  it('that was answered before offers nothing', async () => {
    const { panel } = await openPanel({ ...base, [WAITING]: () => NONE })
    await panel.findByText('Ben sent you a friend request')
    expect(panel.queryByRole('button', { name: /^(Accept|Decline)/ })).toBeNull()
  })
})

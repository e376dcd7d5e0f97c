import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { discoverList, MESSAGES as FRIEND_MESSAGES, friendList } from '../../../contract/friends.ts'
import { memberProfile } from '../../../contract/profile.ts'
import { deferredReply, errorReply, messageReply, type Reply } from '../../platform/fake-server.ts'
import { spaceListReply, spaceNamed } from '../../spaces/test-spaces.tsx'
import { ben } from '../test-app.tsx'
import { asked, newcomer, prepare, step, visit } from './test-first-steps.tsx'

beforeEach(prepare)
afterEach(() => vi.unstubAllGlobals())

it('a newcomer meets the people of their spaces before those who came lately', async () => {
  const named = (_id: string, username: string) => ({ ...ben, _id, username })
  const lately = Array.from({ length: 20 }, (_, index) => named(`${900 + index}`, `New ${index}`))
  const dora = named('501', 'Dora')
  const gone = named('502', 'Emil')
  const fay = named('503', 'Fay')
  const gus = named('504', 'Gus')
  const known = named('900', 'New 0')
  const spaces = [
    spaceNamed('Kitchen', { members: [newcomer, dora, gone] }),
    spaceNamed('Garden', { members: [gone, known, fay, gus] }),
  ]
  const card = (person: typeof ben, more = {}) => ({
    status: 200,
    body: memberProfile.parse({
      ...{ ...person, squad: [], isFriend: false, requestSent: false, requestReceived: false },
      ...{ isMuted: false, mutedUntil: null, invitedBy: null },
      ...{ mutualFriends: { count: 0, named: [] }, images: { images: [], nextCursor: null } },
      ...more,
    }),
  })
  const { server } = visit(newcomer, {
    'GET /users/friend-requests': () => ({ status: 200, body: [] }),
    'GET /users/all?page=1&limit=20&q=': () => ({
      status: 200,
      body: discoverList.parse(lately.map((person) => ({ ...person, ...asked }))),
    }),
    'GET /spaces/my-spaces': () => spaceListReply(spaces),
    [`GET /users/${dora._id}/profile`]: () => card(dora, { requestSent: true }),
    [`GET /users/${gone._id}/profile`]: () => errorReply(404, 'not_found', 'User not found'),
    [`GET /users/${fay._id}/profile`]: () => card(fay),
    [`POST /users/friend-request/${fay._id}`]: () => messageReply('Friend request sent!'),
  })
  fireEvent.click(await step(/^People you know/))
  expect(await step('Request Sent Dora')).toBeTruthy()
  expect(await step('Add Friend Fay')).toBeTruthy()
  const rows = screen.getByRole('link', { name: 'Dora' }).closest('ul')?.querySelectorAll('a')
  expect([...(rows ?? [])].map((row) => row.querySelector('.truncate')?.textContent)).toEqual([
    ...['Dora', 'New 0', 'Fay', 'New 1'],
  ])
  // Who is among the newest is known from there, and no more are asked for than are shown.
  expect(server.count(`GET /users/${known._id}/profile`)).toBe(0)
  expect(server.count(`GET /users/${gus._id}/profile`)).toBe(0)
  expect(screen.queryByRole('button', { name: /^People you know, done/ })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Add Friend Fay' }))
  expect(await step(/^People you know, done/)).toBeTruthy()
})

it('the step is done by a request that waits, to whomever it was sent', async () => {
  visit({ ...newcomer, hasAskedSomebody: true })
  expect(await step(/^People you know, done/)).toBeTruthy()
})

it('who is a friend already takes no place among four, and who was just asked keeps theirs', async () => {
  const lately = Array.from({ length: 8 }, (_, index) => ({
    ...{ ...ben, _id: `${900 + index}`, username: `New ${index}`, ...asked },
    isFriend: index < 4,
  }))
  // Her card is asked for only once another of her space is a friend.
  const zoe = { ...ben, _id: '501', username: 'Zoe' }
  const card = deferredReply()
  const people = lately.slice(4)
  let isAccepted = false
  const { server } = visit(newcomer, {
    'GET /users/friend-requests': () => ({
      status: 200,
      body: friendList.parse(isAccepted ? [] : [lately[4]]),
    }),
    'GET /users/all?page=1&limit=20&q=': () => ({
      status: 200,
      body: discoverList.parse(
        lately.map((one) => (one._id === '904' ? { ...one, isFriend: isAccepted } : one)),
      ),
    }),
    'GET /spaces/my-spaces': () =>
      spaceListReply([spaceNamed('Kitchen', { members: [...people, zoe] })]),
    [`GET /users/${zoe._id}/profile`]: card.reply,
    'POST /users/friend-request/905': () => messageReply('Friend request sent!'),
    'POST /users/friend-request/904/accept': () => {
      isAccepted = true
      return messageReply(FRIEND_MESSAGES.friendsNow)
    },
  })
  fireEvent.click(await step(/^People you know/))
  fireEvent.click(await step('Add Friend New 5'))
  const names = () =>
    [...document.querySelectorAll('ul a .truncate')].map(({ textContent }) => textContent)
  expect(await step('Request Sent New 5')).toBeTruthy()
  expect(names()).toEqual(['New 4', 'New 5', 'New 6', 'New 7'])
  fireEvent.click(await step('Accept New 4'))
  await waitFor(() => expect(server.count(`GET /users/${zoe._id}/profile`)).toBe(1))
  expect(screen.queryByRole('button', { name: 'Accept New 4' })).toBeNull()
  expect(names()).toEqual(['New 4', 'New 5', 'New 6', 'New 7'])
  expect(screen.getByRole('button', { name: 'Request Sent New 5' })).toBeTruthy()
  expect(document.activeElement?.tagName).not.toBe('BODY')
})

it('who asked and is gone by the time they are accepted is no friend, and stands there no more', async () => {
  let isGone = false
  visit(newcomer, {
    'GET /users/friend-requests': () => ({
      status: 200,
      body: friendList.parse(isGone ? [] : [{ ...ben, ...asked }]),
    }),
    'GET /users/all?page=1&limit=20&q=': () => ({ status: 200, body: [] }),
    [`POST /users/friend-request/${ben._id}/accept`]: () => {
      isGone = true
      return errorReply(404, 'not_found', 'This request is not there any more.')
    },
  })
  fireEvent.click(await step(/^People you know/))
  fireEvent.click(await step('Accept Ben'))
  await waitFor(() => expect(screen.queryByRole('link', { name: /Ben/ })).toBeNull())
})

it('a newcomer is not told that nobody is here where that could not be read', async () => {
  let people: Reply = errorReply(429, 'too_many_requests', 'Later.')
  visit(newcomer, {
    'GET /users/friend-requests': () => ({ status: 200, body: [] }),
    'GET /users/all?page=1&limit=20&q=': () => people,
  })
  fireEvent.click(await step(/^People you know/))
  expect(await screen.findByText(FRIEND_MESSAGES.usersFailed)).toBeTruthy()
  expect(screen.queryByText(/^Nobody else is here yet/)).toBeNull()
  people = { status: 200, body: discoverList.parse([{ ...ben, ...asked }]) }
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByRole('button', { name: 'Add Friend Ben' })).toBeTruthy()
})

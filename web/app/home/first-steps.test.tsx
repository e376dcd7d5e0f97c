import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { discoverList, MESSAGES as FRIEND_MESSAGES, friendList } from '../../../contract/friends.ts'
import { MESSAGES } from '../../../contract/posts.ts'
import { memberProfile, MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import {
  createFakeServer,
  deferredReply,
  errorReply,
  messageReply,
  type Reply,
  type Routes,
} from '../../platform/fake-server.ts'
import { installFakeUploads, sentUpload } from '../../platform/fake-upload.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { storeToken } from '../../platform/token-store.ts'
import { POST_CREATED } from '../../posts/composer/post-created.ts'
import { spaceListReply, spaceNamed } from '../../spaces/test-spaces.tsx'
import { ada, ben, createTestApp, homeReplies } from '../test-app.tsx'
import { feedReply, postBy } from '../test-posts.ts'

beforeEach(() => {
  localStorage.clear()
  vi.stubGlobal('scrollTo', () => {})
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:face', revokeObjectURL() {} }),
  )
  installFakeUploads()
  storeToken('a-token', false)
})
afterEach(() => vi.unstubAllGlobals())

const newcomer = { ...ada, createdAt: new Date().toISOString() }
const cleo = { ...ben, _id: '333333333333333', username: 'Cleo' }
const asked = { isFriend: false, friendRequestSent: false, friendRequestReceived: false }

function visit(user = newcomer, more: Routes = {}) {
  const server = createFakeServer({
    ...homeReplies(user),
    'GET /posts/public': () => feedReply([postBy(ben, 'Hello, everybody.')]),
    'GET /users/friend-requests': () => ({ status: 200, body: friendList.parse([cleo]) }),
    'GET /spaces/my-spaces': () => ({ status: 200, body: [] }),
    'GET /users/all?page=1&limit=20&q=': () => ({
      status: 200,
      body: discoverList.parse([
        { ...ben, ...asked },
        { ...cleo, ...asked, friendRequestReceived: true },
      ]),
    }),
    [`POST /users/friend-request/${ben._id}`]: () => ({
      status: 200,
      body: { msg: 'Friend request sent!', message: 'Friend request sent!' },
    }),
    ...more,
  })
  vi.stubGlobal('fetch', server.fetch)
  const { element, router } = createTestApp('/')
  return { ...render(element), router, server }
}

const step = (name: RegExp | string) => screen.findByRole('button', { name })

it('a newcomer finds four steps, each done in place, and people to add', async () => {
  visit()
  expect(await screen.findByRole('heading', { name: 'Welcome, Ada' })).toBeTruthy()
  fireEvent.click(await step(/^People you know/))
  const add = await screen.findByRole('button', { name: 'Add Friend Ben' })
  // Who asked stands first.
  const accept = screen.getByRole('button', { name: 'Accept Cleo' })
  expect(accept.compareDocumentPosition(add)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  fireEvent.click(add)
  expect(await step(/^People you know, done/)).toBeTruthy()
  fireEvent.click(await step(/^A line about you/))
  fireEvent.change(await screen.findByLabelText('About Me'), { target: { value: ' Bakes. ' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = await sentUpload(0)
  expect(Object.fromEntries(sent.form)).toEqual({ aboutMe: 'Bakes.' })
  fireEvent.click(await step(/^Your first words/))
  expect(await screen.findByRole('link', { name: 'Answer it' })).toBeTruthy()
})

it('a newcomer sees how far the photo is, keeps the focus, and hears where it could not be saved', async () => {
  const { reply } = deferredReply()
  const { router } = visit(newcomer, { 'PUT /users/profile': reply })
  const heic = new File(['x'], 'ada.heic')
  const add = await screen.findByRole('button', { name: 'Add photo' })
  act(() => add.focus())
  fireEvent.change(screen.getByLabelText('Profile photo'), { target: { files: [heic] } })
  const crop = within(await screen.findByRole('dialog', { name: 'Crop your photo' }))
  fireEvent.error(crop.getByAltText(''))
  fireEvent.click(await crop.findByRole('button', { name: 'Use photo' }))
  const sent = await sentUpload(0)
  act(() => sent.progress(0.42))
  const bar = await screen.findByRole('progressbar', { name: 'Uploading photo' })
  expect(bar.getAttribute('aria-valuenow')).toBe('42')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(document.activeElement).toBe(add)
  // Elsewhere by then, they are told there.
  await act(() => router.navigate('/friends'))
  await waitFor(() => expect(screen.queryByLabelText('Profile photo')).toBeNull())
  act(() => sent.answer(500, { error: { code: 'internal_error', message: '' } }))
  expect(await screen.findByText(PROFILE_MESSAGES.profileFailed)).toBeTruthy()
})

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

it('the first words are done once a post that waited for the network is sent', async () => {
  visit(newcomer, { 'POST /posts': () => ({ status: 201, body: {} }) })
  expect(await step(/^Your first words(?!, done)/)).toBeTruthy()
  const post = { id: 'p-1', owner: newcomer._id, queryKey: ['feed'], path: '/posts' }
  await act(() => outbox.add({ ...post, fields: { text: 'From the tunnel' } }))
  expect(await step(/^Your first words, done/)).toBeTruthy()
})

it('who has asked somebody and done the rest is greeted no more', async () => {
  const done = { profilePhoto: '/face', aboutMe: 'Bakes.', postCount: 1 }
  const first = visit({ ...newcomer, ...done })
  expect(await screen.findByRole('heading', { name: 'Welcome, Ada' })).toBeTruthy()
  first.unmount()
  visit({ ...newcomer, ...done, hasAskedSomebody: true })
  await screen.findByText('Hello, everybody.')
  expect(screen.queryByRole('heading', { name: 'Welcome, Ada' })).toBeNull()
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

const HIDE = 'DELETE /users/first-steps'

it('hidden, they stay hidden on every device; and whoever has been here for long is not asked', async () => {
  const first = visit(newcomer, { [HIDE]: () => messageReply(PROFILE_MESSAGES.firstStepsHidden) })
  fireEvent.click(await screen.findByRole('button', { name: 'Hide' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Welcome, Ada' })).toBeNull())
  await waitFor(() => expect(first.server.count(HIDE)).toBe(1))
  first.unmount()
  // Another device knows it from the account alone.
  localStorage.clear()
  const again = visit({ ...newcomer, areFirstStepsHidden: true })
  await screen.findByText('Hello, everybody.')
  expect(screen.queryByRole('heading', { name: 'Welcome, Ada' })).toBeNull()
  again.unmount()
  visit(ada)
  await screen.findByText('Hello, everybody.')
  expect(screen.queryByRole('heading', { name: 'Welcome, Ada' })).toBeNull()
})

it('that could not be hidden stand there again, and it is said', async () => {
  visit(newcomer, { [HIDE]: () => errorReply(500, 'internal_error', '') })
  fireEvent.click(await screen.findByRole('button', { name: 'Hide' }))
  expect((await screen.findByRole('alert')).textContent).toBe(PROFILE_MESSAGES.firstStepsFailed)
  expect(screen.getByRole('heading', { name: 'Welcome, Ada' })).toBeTruthy()
})

it('without friends, what everybody here says stands under the sentence', async () => {
  visit(ada)
  expect(await screen.findByText(/^No posts from your friends yet/)).toBeTruthy()
  expect(await screen.findByText('Hello, everybody.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Find people' })).toBeTruthy()
})

it('says where that cannot be read, and reads it on another try', async () => {
  let reply: Reply = errorReply(400, 'bad_request', '')
  visit(ada, { 'GET /posts/public': () => reply })
  expect(await screen.findByText(/^No posts from your friends yet/)).toBeTruthy()
  expect((await screen.findByRole('alert')).textContent).toContain(MESSAGES.loadFailed)
  reply = feedReply([postBy(ben, 'Hello, everybody.')])
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Hello, everybody.')).toBeTruthy()
  expect(screen.queryByText(MESSAGES.loadFailed)).toBeNull()
})

it('what was just posted stands before the steps', async () => {
  const { router } = visit()
  expect(await screen.findByRole('heading', { name: 'Welcome, Ada' })).toBeTruthy()
  await act(() => router.navigate('/', { state: POST_CREATED }))
  expect(await screen.findByText(MESSAGES.created)).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Welcome, Ada' })).toBeNull()
  fireEvent.click(screen.getByRole('button', { name: 'Dismiss' }))
  expect(await screen.findByRole('heading', { name: 'Welcome, Ada' })).toBeTruthy()
})

import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/posts.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../../contract/profile.ts'
import { hasDrafts } from '../../platform/drafts.ts'
import { deferredReply, errorReply, messageReply, type Reply } from '../../platform/fake-server.ts'
import { sentUpload } from '../../platform/fake-upload.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { POST_CREATED } from '../../posts/composer/post-created.ts'
import { ada, ben } from '../test-app.tsx'
import { feedReply, postBy } from '../test-posts.ts'
import { newcomer, prepare, step, visit } from './test-first-steps.tsx'

beforeEach(prepare)
afterEach(() => vi.unstubAllGlobals())

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
  // A look at another step leaves it there.
  fireEvent.click(await step(/^People you know/))
  fireEvent.click(await step(/^A line about you/))
  const line = await screen.findByLabelText<HTMLInputElement>('About Me')
  expect(line.value).toBe(' Bakes. ')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  const sent = await sentUpload(0)
  expect(Object.fromEntries(sent.form)).toEqual({ aboutMe: 'Bakes.' })
  const saved = { ...newcomer, aboutMe: 'Bakes.', msg: '', message: '' }
  act(() => sent.answer(200, saved))
  expect(await step(/^A line about you, done/)).toBeTruthy()
  await waitFor(() => expect(hasDrafts()).toBe(false))
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

it('a newcomer whose line about themself is refused hears why at it', async () => {
  visit(newcomer)
  fireEvent.click(await step(/^A line about you/))
  const field = await screen.findByLabelText('About Me')
  fireEvent.change(field, { target: { value: 'Bakes.' } })
  const save = screen.getByRole('button', { name: 'Save' })
  save.focus()
  fireEvent.click(save)
  const sent = await sentUpload(0)
  act(() => sent.answer(500, { error: { code: 'internal_error', message: '' } }))
  await screen.findByText(PROFILE_MESSAGES.profileFailed)
  await waitFor(() => expect(document.activeElement).toBe(field))
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

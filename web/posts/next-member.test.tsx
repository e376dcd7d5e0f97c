import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ada, ben, createTestApp, homeReplies } from '../app/test-app.tsx'
import { created, feedReply, postBy } from '../app/test-posts.ts'
import { wipeDraftsOf } from '../platform/drafts.ts'
import { createFakeServer, deferredReply, type Reply } from '../platform/fake-server.ts'
import { type FakeUpload, installFakeUploads, sentUpload } from '../platform/fake-upload.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { storeToken } from '../platform/token-store.ts'
import { commentBy, commentsReply } from './comments/test-comments.ts'

// What Ada has under way while she leaves is nothing to Ben, who signs in next in the same tab.

let isOnline = true

beforeEach(() => {
  isOnline = true
  vi.stubGlobal('scrollTo', () => {})
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isOnline)
  installFakeUploads()
  storeToken('token-of-Ada', true)
})
afterEach(async () => {
  cleanup()
  await Promise.all([outbox.wipeOf(() => true), wipeDraftsOf(() => true)])
  vi.unstubAllGlobals()
})

const bread = postBy(ben, 'Bread for all.')
const COMMENTS = `/posts/${bread._id}/comments`

function visit(path: string, addComment: () => Reply | Promise<Reply> = () => 'no answer') {
  const server = createFakeServer({
    ...homeReplies(ada),
    'GET /users/user': ({ token }) => ({ status: 200, body: token === 'token-of-Ada' ? ada : ben }),
    'GET /posts/friends': () => feedReply([bread]),
    [`GET ${COMMENTS}`]: () => commentsReply([]),
    [`POST ${COMMENTS}`]: addComment,
  })
  vi.stubGlobal('fetch', server.fetch)
  const app = createTestApp(path)
  render(app.element)
  return app
}

function changeToken(token: string | null) {
  if (token === null) localStorage.removeItem('token')
  else localStorage.setItem('token', token)
  const newValue = token === null ? 'out 1' : 'in 2'
  window.dispatchEvent(new StorageEvent('storage', { key: 'session-changed', newValue }))
}

/** Ada's session ends, Ben signs in, and has begun to write. */
async function benComes({ router }: ReturnType<typeof visit>) {
  changeToken(null)
  await screen.findByText('Welcome back')
  changeToken('token-of-Ben')
  await screen.findAllByText('Hi, Ben')
  await act(() => router.navigate('/create-post'))
  fireEvent.change(await screen.findByLabelText('Your post'), { target: { value: 'Ben’s own' } })
}

const post = () => screen.getByLabelText<HTMLTextAreaElement>('Your post').value

describe('a post that is on its way as its writer leaves', () => {
  async function leaveWhileSending() {
    const app = visit('/create-post')
    const field = await screen.findByLabelText('Your post')
    fireEvent.change(field, { target: { value: 'Ada’s words' } })
    fireEvent.click(screen.getByRole('button', { name: 'Post' }))
    const upload = await sentUpload(0)
    await benComes(app)
    return { ...app, upload }
  }

  it.each<[string, (upload: FakeUpload) => void]>([
    ['succeeds', (upload) => upload.answer(201, created(postBy(ada, 'Ada’s words')))],
    [
      'finds no network any more',
      (upload) => {
        isOnline = false
        upload.loseAnswer()
      },
    ],
  ])('shows, sends and takes nothing of who comes next where it %s', async (_, end) => {
    const { upload, router } = await leaveWhileSending()
    await act(async () => end(upload))
    isOnline = true
    expect(post()).toBe('Ben’s own')
    expect(outbox.items()).toEqual([])
    expect(screen.queryByRole('alert')).toBeNull()
    await act(() => router.navigate('/'))
    await screen.findByText('Bread for all.')
    expect(screen.queryByText('Ada’s words')).toBeNull()
  })

  it('goes no further', async () => {
    const { upload } = await leaveWhileSending()
    expect(upload.isAborted).toBe(true)
  })
})

describe('a comment that is on its way as its writer leaves', () => {
  it.each<[string, Reply]>([
    ['succeeds', commentsReply([commentBy(ada, 'Ada’s words')], 201)],
    ['finds no network any more', 'no answer'],
  ])('shows, sends and takes nothing of who comes next where it %s', async (_, end) => {
    const add = deferredReply()
    const app = visit('/', add.reply)
    await screen.findByText('Bread for all.')
    const open = async () => {
      const toggle = await screen.findByRole('button', { name: /^Comments/ })
      if (toggle.getAttribute('aria-expanded') === 'false') fireEvent.click(toggle)
    }
    await open()
    const field = () => screen.findByLabelText<HTMLTextAreaElement>('Your comment')
    fireEvent.change(await field(), { target: { value: 'Ada’s words' } })
    fireEvent.keyDown(await field(), { key: 'Enter' })
    await benComes(app)
    await act(() => app.router.navigate('/'))
    await screen.findByText('Bread for all.')
    await open()
    fireEvent.change(await field(), { target: { value: 'Ben’s own' } })
    isOnline = end !== 'no answer'
    await act(async () => add.answer(end))
    isOnline = true
    expect((await field()).value).toBe('Ben’s own')
    expect(outbox.items()).toEqual([])
    expect(screen.queryByText('Ada’s words')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
    await waitFor(() => expect(screen.queryByText('Sending…')).toBeNull())
  })
})

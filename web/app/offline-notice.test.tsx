import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { api } from '../platform/api-client.ts'
import { deferredReply, type Reply } from '../platform/fake-server.ts'
import { clearToken } from '../platform/token-store.ts'
import { ben } from './test-app.tsx'
import { go, prepareOffline, resetOffline, text, visit } from './test-offline.ts'

beforeEach(prepareOffline)
afterEach(resetOffline)

const AWAY = 'Snug cannot be reached right now. Posts, comments and messages you write stay here.'
const LIKE = `POST /posts/9/like`

async function visitWith(like: () => Reply | Promise<Reply>) {
  visit('/friends', { 'GET /users/friends': () => ({ status: 200, body: [ben] }), [LIKE]: like })
  await text(ben.username)
  return () => act(() => api.post('/posts/9/like').catch(() => {}))
}

it.each([
  ['no answer', 'no answer'],
  ['what a proxy says', { status: 502 }],
  ['what another proxy says', { status: 504 }],
] as const)(
  'says that the server is away where a call got %s, until it answers',
  async (_, reply) => {
    let like: Reply = reply
    const call = await visitWith(() => like)
    expect(screen.queryByText(AWAY)).toBeNull()
    await call()
    expect(screen.getByText(AWAY)).toBeTruthy()
    like = { status: 409, body: {} }
    await call()
    expect(screen.queryByText(AWAY)).toBeNull()
  },
)

it('says nothing of a server that answers that it has too much to do', async () => {
  const call = await visitWith(() => ({ status: 503, body: {} }))
  await call()
  expect(screen.queryByText(AWAY)).toBeNull()
})

it('says nothing of a call that is given up while later ones were answered', async () => {
  const slow = deferredReply()
  await visitWith(slow.reply)
  const calling = api.post('/posts/9/like').catch(() => {})
  await new Promise((resolve) => setTimeout(resolve, 5))
  await act(() => api.get('/users/friends'))
  await act(async () => {
    slow.answer('no answer')
    await calling
  })
  expect(screen.queryByText(AWAY)).toBeNull()
})

it('promises to keep nothing of what is typed where one signs in', async () => {
  clearToken()
  visit('/')
  await screen.findByLabelText('Email')
  await go(false)
  expect(screen.getByText(/^You are offline/).textContent).toBe('You are offline.')
})

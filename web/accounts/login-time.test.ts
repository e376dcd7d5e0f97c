// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest'
import { LOGIN_TIMEOUT_MS } from '../../contract/accounts.ts'
import { NOT_READY } from '../../contract/errors.ts'
import { createFakeServer, errorReply, type Reply } from '../platform/fake-server.ts'
import { logIn } from './api.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('all tries to sign in have one time-out', async () => {
  vi.useFakeTimers()
  const starting = errorReply(503, NOT_READY, '')
  const replies = [starting, starting]
  const never = new Promise<Reply>(() => {})
  const server = createFakeServer({ 'POST /users/login': () => replies.shift() ?? never })
  vi.stubGlobal('fetch', server.fetch)
  const started = performance.now()
  const credentials = { email: 'ada@example.org', password: 'secret', rememberMe: false }
  const failed = logIn(credentials, () => {}).catch(() => performance.now() - started)
  await vi.advanceTimersByTimeAsync(3 * LOGIN_TIMEOUT_MS)
  expect(await failed).toBe(LOGIN_TIMEOUT_MS)
  expect(server.count('POST /users/login')).toBe(3)
})

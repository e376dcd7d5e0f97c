// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { api } from './api-client.ts'
import { createFakeServer, errorReply, type Reply } from './fake-server.ts'
import { retryWithin } from './retry-within.ts'
import { storeToken } from './token-store.ts'

const FINE: Reply = { status: 200, body: { fine: true } }
const BUDGET_MS = 5_000

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/**
 * Each request takes so long and gets the next reply; what was asked for is settled at `endedMs`.
 */
function open(replies: (() => Reply | Promise<Reply>)[]) {
  const server = createFakeServer({
    'GET /thing': () => (replies.length > 1 ? replies.shift() : replies[0])?.() ?? 'no answer',
    'POST /users/refresh-token': () => new Promise<Reply>(() => {}),
  })
  vi.stubGlobal('fetch', server.fetch)
  const started = performance.now()
  const ended = retryWithin(BUDGET_MS, new AbortController().signal, (timeoutMs) =>
    api.get('/thing', { timeoutMs }),
  ).then(
    (body) => ({ body, afterMs: performance.now() - started }),
    ({ status }) => ({ status, afterMs: performance.now() - started }),
  )
  return { server, ended }
}

const after = (ms: number, reply: Reply) => () =>
  new Promise<Reply>((resolve) => setTimeout(() => resolve(reply), ms))
const never = () => new Promise<Reply>(() => {})

it('a lost connection is tried again, within the time that somebody waits in all', async () => {
  const { ended, server } = open([() => 'no answer', after(500, FINE)])
  await vi.advanceTimersByTimeAsync(BUDGET_MS)
  expect(await ended).toMatchObject({ body: { fine: true }, afterMs: 1_500 })
  expect(server.count('GET /thing')).toBe(2)
})

it('a second try has only what the first one left', async () => {
  const { ended } = open([after(2_000, errorReply(503, 'Server not ready', '')), never])
  await vi.advanceTimersByTimeAsync(3 * BUDGET_MS)
  expect(await ended).toEqual({ status: 0, afterMs: BUDGET_MS })
})

it('a server that never answers is waited for once', async () => {
  const { ended, server } = open([never])
  await vi.advanceTimersByTimeAsync(3 * BUDGET_MS)
  expect(await ended).toEqual({ status: 0, afterMs: BUDGET_MS })
  expect(server.count('GET /thing')).toBe(1)
})

it('what the server refused is not asked again', async () => {
  const { ended, server } = open([() => errorReply(404, 'not_found', '')])
  await vi.advanceTimersByTimeAsync(BUDGET_MS)
  expect(await ended).toEqual({ status: 404, afterMs: 0 })
  expect(server.count('GET /thing')).toBe(1)
})

it('the renewal of a token is within the same time', async () => {
  const logged = vi.spyOn(console, 'warn').mockReturnValue()
  storeToken('old', true)
  const { ended, server } = open([after(3_000, errorReply(401, 'unauthorized', ''))])
  await vi.advanceTimersByTimeAsync(BUDGET_MS)
  expect(await ended).toEqual({ status: 0, afterMs: BUDGET_MS })
  expect(server.count('POST /users/refresh-token')).toBe(1)
  // Whoever is refused with this token next would wait for the same renewal, in another file, too.
  await vi.runAllTimersAsync()
  expect(logged).toHaveBeenCalledOnce()
})

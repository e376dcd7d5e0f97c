// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { CLOSED } from '../../../contract/realtime.ts'
import { endAccount } from '../account-end.ts'
import { createFakeServer, errorReply, type Reply } from '../fake-server.ts'
import { onSessionLost } from '../token-refresh.ts'
import { clearToken, readToken } from '../token-store.ts'
import {
  line,
  open,
  pass,
  prepareConnection,
  resetConnection,
  socket,
  tries,
} from './test-connection.ts'

beforeEach(prepareConnection)
afterEach(resetConnection)

describe('a refused token', () => {
  const lost = vi.fn()
  beforeEach(() => {
    lost.mockClear()
    onSessionLost(lost)
  })
  function renewWith(reply: () => Reply) {
    const server = createFakeServer({ 'POST /users/refresh-token': reply })
    vi.stubGlobal('fetch', server.fetch)
    return server
  }
  const renewed = () => ({ status: 200, body: { token: 'new' } })

  it('is renewed, and the line comes back at once', async () => {
    renewWith(renewed)
    open()
    socket().open()
    socket().drop(CLOSED.unauthorized)
    await pass(0)
    expect(tries()).toBe(2)
    socket().open()
    expect(socket().sent).toEqual([{ type: 'hello', token: 'new', heardMsAgo: 0 }])
  })

  it('and refused again is not tried in haste', async () => {
    const server = renewWith(renewed)
    open()
    socket().drop(CLOSED.unauthorized)
    await pass(0)
    socket().drop(CLOSED.unauthorized)
    await pass(999)
    expect(tries()).toBe(2)
    await pass(1)
    expect(tries()).toBe(3)
    expect(server.count('POST /users/refresh-token')).toBe(2)
  })

  it('of a session that is over signs out, and the line stays down', async () => {
    renewWith(() => errorReply(401, 'unauthorized', 'Over.'))
    open()
    socket().drop(CLOSED.unauthorized)
    await pass(10 * 60_000)
    expect(lost).toHaveBeenCalledOnce()
    expect(readToken()).toBeNull()
    expect(tries()).toBe(1)
  })

  it('that cannot be renewed now is kept, and tried later', async () => {
    const logged = vi.spyOn(console, 'warn').mockImplementation(() => {})
    renewWith(() => 'no answer')
    open()
    socket().drop(CLOSED.unauthorized)
    await pass(1_000)
    expect(tries()).toBe(2)
    expect(readToken()).toBe('mine')
    expect(lost).not.toHaveBeenCalled()
    expect(logged).toHaveBeenCalled()
  })

  it('is not followed by a line that was stopped meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<Reply>()
    const server = createFakeServer({ 'POST /users/refresh-token': () => promise })
    vi.stubGlobal('fetch', server.fetch)
    open()
    socket().drop(CLOSED.unauthorized)
    line?.stop()
    resolve(renewed())
    await pass(60_000)
    expect(tries()).toBe(1)
  })
  it('is not asked for anew while the account is being ended', async () => {
    const server = renewWith(() => errorReply(401, 'unauthorized', 'Over.'))
    const deletion = Promise.withResolvers<void>()
    onTestFinished(() => deletion.resolve())
    open()
    const ended = endAccount(() => deletion.promise.then(clearToken))
    socket().drop(CLOSED.unauthorized)
    await pass(1_000)
    deletion.resolve()
    await ended
    await pass(60_000)
    expect(server.requests).toEqual([])
    expect(lost).not.toHaveBeenCalled()
  })

  it('is asked for when the account could not be ended', async () => {
    renewWith(renewed)
    open()
    const failure = new Error('No.')
    await expect(endAccount(() => Promise.reject(failure))).rejects.toBe(failure)
    socket().drop(CLOSED.unauthorized)
    await pass(0)
    expect(tries()).toBe(2)
  })
})

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED, PING_EVERY_MS, SILENCE_MEANS_DEAD_MS } from '../../../contract/realtime.ts'
import { createFakeServer, errorReply, type Reply } from '../fake-server.ts'
import { endAccount, onSessionLost } from '../token-refresh.ts'
import { clearToken, readToken, storeToken } from '../token-store.ts'
import { Connection } from './connection.ts'
import { FakeSocket } from './fake-socket.ts'

const log: string[] = []
const listener = {
  onConnect: () => void log.push('up'),
  onDisconnect: () => void log.push('down'),
  onMessage: (message: unknown) => void log.push(JSON.stringify(message)),
}
let line: Connection | undefined

beforeEach(() => {
  vi.useFakeTimers()
  // The longest wait each time.
  vi.spyOn(Math, 'random').mockReturnValue(1)
  FakeSocket.reset()
  log.length = 0
  storeToken('mine', false)
})

afterEach(() => {
  line?.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
  sessionStorage.clear()
})

function open(): Connection {
  line = new Connection(FakeSocket, listener)
  return line
}

const tries = () => FakeSocket.opened.length
const socket = () => FakeSocket.last
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

describe('a line', () => {
  it('goes to our own server and begins with the token', () => {
    open()
    expect(socket().url).toBe('ws://localhost:3000/api/realtime')
    expect(socket().sent).toEqual([])
    socket().open()
    expect(socket().sent).toEqual([{ type: 'hello', token: 'mine' }])
    expect(log).toEqual([])
  })

  it('is up once the server is ready, and passes on what it says from then on', () => {
    open()
    socket().open()
    socket().receive({ type: 'unread_count', count: 9 })
    socket().receive({ type: 'ready', unreadCount: 2 })
    socket().receive({ type: 'unread_count', count: 3 })
    expect(log).toEqual([
      'up',
      '{"type":"ready","unreadCount":2}',
      '{"type":"unread_count","count":3}',
    ])
  })

  it('sends only while it is up', () => {
    const { send } = { send: (text: 'ping') => line?.send({ type: text }) }
    open()
    send('ping')
    socket().becomeReady()
    send('ping')
    expect(socket().sent.map(({ type }) => type)).toEqual(['hello', 'ping'])
    const before = socket()
    before.drop()
    send('ping')
    expect(before.sent).toHaveLength(2)
  })

  it('is not opened without a token', () => {
    sessionStorage.clear()
    open()
    expect(tries()).toBe(0)
  })

  it('is over when it is stopped', async () => {
    open()
    socket().becomeReady()
    line?.stop()
    expect(socket().isClosed).toBe(true)
    expect(log.at(-1)).toBe('down')
    await pass(10 * 60_000)
    expect(tries()).toBe(1)
  })

  it('that was stopped while it waited does not come back', async () => {
    open()
    socket().drop()
    line?.stop()
    await pass(10 * 60_000)
    expect(tries()).toBe(1)
  })
})

describe('a line that breaks', () => {
  it('comes back ever later, at most half a minute', async () => {
    open()
    for (const wait of [1_000, 2_000, 4_000, 8_000, 8_000]) {
      const before = tries()
      socket().drop()
      await pass(wait - 1)
      expect(tries()).toBe(before)
      await pass(1)
      expect(tries()).toBe(before + 1)
    }
  })

  it('comes at any moment until then, not with all the others', async () => {
    vi.spyOn(Math, 'random').mockReturnValue(0.25)
    open()
    socket().drop()
    await pass(250)
    expect(tries()).toBe(2)
  })

  it('says so, once, and is up again with the next', async () => {
    open()
    socket().becomeReady()
    socket().drop()
    await pass(1_000)
    socket().becomeReady()
    expect(log.filter((word) => !word.startsWith('{'))).toEqual(['up', 'down', 'up'])
  })

  it('right after it came up goes on waiting longer; one that held begins anew', async () => {
    open()
    socket().becomeReady()
    socket().drop()
    await pass(1_000)
    socket().becomeReady()
    socket().drop()
    await pass(1_999)
    expect(tries()).toBe(2)
    await pass(1)
    socket().becomeReady()
    socket().receive({ type: 'pong' })
    socket().drop()
    await pass(1_000)
    expect(tries()).toBe(4)
  })

  it('tries at once when something speaks for it, and no more than once', async () => {
    open()
    socket().drop()
    line?.checkNow()
    expect(tries()).toBe(2)
    line?.checkNow()
    expect(tries()).toBe(2)
  })

  it('is given up for another when no word comes at the start', async () => {
    open()
    socket().open()
    await pass(15_000)
    expect(socket().isClosed).toBe(true)
    await pass(1_000)
    expect(tries()).toBe(2)
  })
})

describe('the heartbeat', () => {
  const pings = () => socket().sent.filter(({ type }) => type === 'ping').length

  it('goes on while the server answers', async () => {
    open()
    socket().becomeReady()
    for (let beat = 1; beat <= 6; beat++) {
      await pass(PING_EVERY_MS)
      expect(pings()).toBe(beat)
      socket().receive({ type: 'pong' })
    }
    expect(tries()).toBe(1)
    expect(log).not.toContain('{"type":"pong"}')
  })

  it('that is not answered is the end of the line', async () => {
    open()
    socket().becomeReady()
    await pass(SILENCE_MEANS_DEAD_MS - 1)
    expect(log).not.toContain('down')
    await pass(1)
    expect(log.at(-1)).toBe('down')
    expect(socket().isClosed).toBe(true)
    await pass(1_000)
    expect(tries()).toBe(2)
  })

  it('is made at once by a nudge, and must be answered soon', async () => {
    open()
    socket().becomeReady()
    line?.checkNow()
    expect(pings()).toBe(1)
    socket().receive({ type: 'pong' })
    await pass(10_000)
    expect(log).not.toContain('down')
    line?.checkNow()
    await pass(5_000)
    expect(log.at(-1)).toBe('down')
  })
})

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
    expect(socket().sent).toEqual([{ type: 'hello', token: 'new' }])
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

// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CLOSED, PING_EVERY_MS, SILENCE_MEANS_DEAD_MS } from '../../../contract/realtime.ts'
import {
  line,
  log,
  open,
  pass,
  prepareConnection,
  resetConnection,
  socket,
  tries,
} from './test-connection.ts'

/** A little more than it waits at most. */
const LONGEST_RETRY_MS = 8_500

beforeEach(prepareConnection)
afterEach(resetConnection)

describe('a line', () => {
  it('goes to our own server and begins with the token', () => {
    open()
    expect(socket().url).toBe('ws://localhost:3000/api/realtime')
    expect(socket().sent).toEqual([])
    socket().open()
    expect(socket().sent).toEqual([{ type: 'hello', token: 'mine', heardMsAgo: 0 }])
    expect(log).toEqual([])
  })

  it('is up once the server is ready, and passes on what it says from then on', () => {
    open()
    socket().open()
    socket().receive({ type: 'unread_count', count: 9 })
    socket().receive({ type: 'ready', unreadCount: 2, unreadConversations: 0, isMissed: false })
    socket().receive({ type: 'unread_count', count: 3 })
    expect(log).toEqual([
      'up',
      '{"type":"ready","unreadCount":2,"unreadConversations":0,"isMissed":false}',
      '{"type":"unread_count","count":3}',
    ])
  })

  it('says that all may be missed where the server that sent it back missed something', async () => {
    const heardMsAgo = () => socket().sent.find((each) => each.type === 'hello')?.heardMsAgo
    open()
    socket().becomeReady()
    socket().drop()
    await pass(LONGEST_RETRY_MS)
    socket().open()
    expect(heardMsAgo()).toBeLessThanOrEqual(LONGEST_RETRY_MS)
    socket().becomeReady()
    socket().drop(CLOSED.comeBack)
    await pass(LONGEST_RETRY_MS)
    socket().open()
    expect(heardMsAgo()).toBe(Date.now())
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
    expect(log.filter((word) => !word.startsWith('{'))).toEqual(['up', 'down', 'up after a gap'])
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

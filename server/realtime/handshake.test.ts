import { connect as connectTo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import {
  CLIENT_MESSAGE_MAX_BYTES,
  CLOSED,
  type ClientMessage,
  HELLO_WITHIN_MS,
  SILENCE_MEANS_DEAD_MS,
} from '../../contract/realtime.ts'
import { ada, ben } from '../../tests/people.ts'
import {
  connect,
  openSocket,
  type RealtimeClient,
  realtimeUrl,
} from '../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { createHttpServer } from '../platform/http/http-server.ts'

let server: TestServer
let member: Member
beforeEach(async () => {
  // Only what keeps watch is the test's own; everything else waits for real time.
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  server = await openTestServer()
  member = await server.join(ada)
})
afterEach(async () => {
  vi.useRealTimers()
  await server.close()
})

/** Lets time pass for the clock and for what keeps watch. */
function pass(ms: number) {
  server.pass(ms)
  vi.advanceTimersByTime(1_000)
}

/** The status an upgrade is refused with. */
async function refusal(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url, { headers })
  const { promise, resolve } = Promise.withResolvers<number | 'let in'>()
  socket.once('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
  socket.once('open', () => resolve('let in'))
  const status = await promise
  socket.on('error', () => {})
  socket.terminate()
  return status
}

describe('a socket', () => {
  it('lets a member in and answers', async () => {
    const client = await connect(server, member)
    await client.flushed()
    expect([client.received, server.services.realtime.openSockets]).toEqual([[], 1])
    await client.close()
    await vi.waitFor(() => expect(server.services.realtime.openSockets).toBe(0))
  })

  it('hears what was said before it was let in', async () => {
    const client = await openSocket(server)
    client.send({ type: 'hello', token: member.token })
    client.send({ type: 'ping' })
    expect((await client.next('ready')).unreadCount).toBe(0)
    await client.next('pong')
  })

  it('says whether something was told before it was let in, where it is asked', async () => {
    const hello = async (heardMsAgo?: number) => {
      const client = await openSocket(server)
      client.send({ type: 'hello', token: member.token, heardMsAgo })
      return (await client.next('ready')).isMissed
    }
    server.pass(60_000)
    expect([await hello(), await hello(1_000)]).toEqual([undefined, false])
    const topics = [`member:${member.user._id}` as const]
    const event = { type: 'account_changed' } as const
    server.services.bus.publish({ kind: 'broadcast', topics, event })
    expect([await hello(), await hello(1_000)]).toEqual([undefined, true])
    server.pass(10_000)
    expect([await hello(1_000), await hello(9_000)]).toEqual([false, true])
  })

  it.each([
    ['is no token', 'nonsense'],
    ['is empty', ''],
  ])('is closed for a token that %s', async (_what, token) => {
    const client = await openSocket(server)
    client.send({ type: 'hello', token })
    expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('is closed for a token whose time is over', async () => {
    server.pass(16 * 60_000)
    const client = await openSocket(server)
    client.send({ type: 'hello', token: member.token })
    expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('takes no token from the address', async () => {
    const url = `${await realtimeUrl(server)}?token=${member.token}`
    const socket = new WebSocket(url, { headers: { 'x-auth-token': member.token } })
    const closed = new Promise<number>((resolve) => socket.once('close', resolve))
    socket.once('open', () => socket.send(JSON.stringify({ type: 'ping' })))
    expect(await closed).toBe(CLOSED.unauthorized)
  })

  it('is closed when no hello comes in time', async () => {
    const client = await openSocket(server)
    pass(HELLO_WITHIN_MS - 1)
    await new Promise(setImmediate)
    expect(server.services.realtime.openSockets).toBe(1)
    pass(1)
    expect(await client.closed).toBe(CLOSED.unauthorized)
  })

  it('is taken for dead after a long silence, and not before', async () => {
    const client = await connect(server, member)
    pass(SILENCE_MEANS_DEAD_MS - 1)
    await client.flushed()
    pass(SILENCE_MEANS_DEAD_MS - 1)
    await client.flushed()
    pass(SILENCE_MEANS_DEAD_MS)
    expect(await client.closed).toBe(1006)
    expect(server.services.realtime.openSockets).toBe(0)
  })

  it.each([
    ['text that is no JSON', 'hello'],
    ['an unknown message', '{"type":"shout"}'],
    ['a message without its parts', '{"type":"typing"}'],
    ['a space that cannot be', '{"type":"typing","spaceId":"../1"}'],
    ['null', 'null'],
    ['a second hello', JSON.stringify({ type: 'hello', token: 'x' })],
    ['bytes', Buffer.from('{"type":"ping"}')],
  ])('is closed for %s', async (_what, sent) => {
    const client = await connect(server, member)
    client.socket.send(sent)
    expect(await client.closed).toBe(CLOSED.unreadable)
  })

  it('is closed for a message that is too long', async () => {
    const client = await connect(server, member)
    client.socket.send('x'.repeat(CLIENT_MESSAGE_MAX_BYTES + 1))
    expect(await client.closed).toBe(1009)
  })

  it('survives what is no frame', async () => {
    const { port } = new URL(await realtimeUrl(server))
    const raw = connectTo(Number(port), '127.0.0.1')
    raw.write(
      'GET /api/realtime HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
        'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await vi.waitFor(() => expect(server.services.realtime.openSockets).toBe(1))
    const ended = new Promise((resolve) => raw.once('close', resolve))
    raw.resume().write(Buffer.from([0xff, 0xff, 0xff, 0xff, 0x00]))
    await ended
    await vi.waitFor(() => expect(server.services.realtime.openSockets).toBe(0))
    await (await connect(server, member)).flushed()
  })
})

describe('an upgrade', () => {
  it('is refused for a page of another origin', async () => {
    const url = await realtimeUrl(server)
    const { host } = new URL(url)
    expect(await refusal(url, { origin: 'https://elsewhere.example.org' })).toBe(403)
    expect(await refusal(url, { origin: 'null' })).toBe(403)
    expect(await refusal(url, { origin: `http://${host}` })).toBe('let in')
    expect(await refusal(url, { origin: server.services.publicUrl })).toBe('let in')
    expect(await refusal(url)).toBe('let in')
  })

  it('finds nothing elsewhere', async () => {
    expect(await refusal((await realtimeUrl(server)).replace('realtime', 'nothing'))).toBe(404)
  })

  it('is told that the server is not ready', async () => {
    const httpServer = createHttpServer()
    const port = await httpServer.listen(0, '127.0.0.1')
    expect(await refusal(`ws://127.0.0.1:${port}/api/realtime`)).toBe(503)
    await httpServer.close()
  })

  it('for another protocol is a request like any other', async () => {
    const url = (await realtimeUrl(server)).replace('ws:', 'http:').replace('realtime', 'health')
    const { port } = new URL(url)
    const raw = connectTo(Number(port), '127.0.0.1')
    raw.write(
      'GET /api/health HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n',
    )
    const answer = await new Promise((resolve) => raw.once('data', (data) => resolve(String(data))))
    expect(answer).toMatch(/^HTTP\/1.1 200/)
    raw.destroy()
  })
})

describe('limits', () => {
  let strict: TestServer
  let guest: Member
  beforeEach(async () => {
    strict = await openTestServer({ rateLimits: true })
    guest = await strict.join(ada)
  })
  afterEach(() => strict.close())

  /** The code the client is closed with, or what it hears instead. */
  const answer = (client: RealtimeClient, said: ClientMessage) => {
    client.send(said)
    const heard = client.next(said.type === 'hello' ? 'ready' : 'pong')
    return Promise.race([client.closed, heard])
  }

  it('let a connection say twenty things a second', async () => {
    const client = await connect(strict, guest)
    for (let said = 1; said < 20; said++) await client.flushed()
    strict.pass(1_000)
    for (let said = 0; said < 20; said++) await client.flushed()
    expect(await answer(client, { type: 'ping' })).toBe(CLOSED.tooMany)
  })

  it('let a member say forty things a second, by however many connections', async () => {
    const clients = [await connect(strict, guest), await connect(strict, guest)]
    const other = await connect(strict, await strict.join(ben))
    const third = await connect(strict, guest)
    for (const client of clients) for (let said = 0; said < 15; said++) await client.flushed()
    for (let said = 0; said < 10; said++) await third.flushed()
    expect(await answer(third, { type: 'ping' })).toBe(CLOSED.tooMany)
    await other.flushed()
    strict.pass(1_000)
    for (const client of clients) for (let said = 0; said < 15; said++) await client.flushed()
  })

  it('let a member open 120 connections a minute', async () => {
    for (let opened = 0; opened < 120; opened++) {
      const client = await connect(strict, guest)
      await client.close()
    }
    const next = await openSocket(strict)
    expect(await answer(next, { type: 'hello', token: guest.token })).toBe(CLOSED.tooMany)
    await connect(strict, await strict.join(ben))
  })

  it('let an address open 600 sockets a minute', async () => {
    const url = await realtimeUrl(strict)
    const elsewhere = { origin: 'https://elsewhere.example.org' }
    // What another page asks for is refused, and takes nobody’s place.
    expect(await refusal(url, elsewhere)).toBe(403)
    for (let opened = 0; opened < 600; opened++) expect(await refusal(url)).toBe('let in')
    expect([await refusal(url), await refusal(url, elsewhere)]).toEqual([429, 403])
  })

  it('let a member have twenty connections', async () => {
    for (let opened = 0; opened < 20; opened++) await connect(strict, guest)
    const next = await openSocket(strict)
    expect(await answer(next, { type: 'hello', token: guest.token })).toBe(CLOSED.tooMany)
  })

  it('let an address have two hundred strangers', async () => {
    const url = await realtimeUrl(strict)
    await connect(strict, guest)
    const strangers = []
    for (let opened = 0; opened < 200; opened++) strangers.push(await openSocket(strict))
    expect(await refusal(url)).toBe(429)
    await strangers[0]?.close()
    await vi.waitFor(async () => expect(await refusal(url)).toBe('let in'))
  })
})

describe('stopping', () => {
  it('closes every socket first and takes no new one', async () => {
    const url = await realtimeUrl(server)
    const client = await connect(server, member)
    const stranger = await openSocket(server)
    const closing = server.services.realtime.close()
    expect(await refusal(url)).toBe(503)
    expect([await client.closed, await stranger.closed]).toEqual([1001, 1001])
    await closing
  })

  it('does not wait for one who answers nothing', async () => {
    const client = await connect(server, member)
    client.socket.pause()
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const closing = server.services.realtime.close()
    vi.advanceTimersByTime(1_000)
    await closing
    expect(server.services.realtime.openSockets).toBe(0)
    client.socket.terminate()
  })
})

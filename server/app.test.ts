import { mkdir, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { errorBody, NOT_READY } from '../contract/errors.ts'
import { ada } from '../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../tests/scenes/scene-for-each.ts'
import { openTestServer, type TestServer } from '../tests/test-server.ts'
import { createHttpServer } from './platform/http/http-server.ts'

let server: TestServer
openForEach(async () => {
  server = await openTestServer()
  return server
})

describe('the app', () => {
  it('says that it is well', KEEPS_SCENE, async () => {
    const answer = await server.call('GET', '/health')
    expect([answer.statusCode, answer.json()]).toEqual([200, { status: 'ok' }])
  })

  it('describes every call', KEEPS_SCENE, async () => {
    const { paths } = (await server.call('GET', '/openapi.json')).json()
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining(['/api/users/register', '/api/users/login', '/api/posts/friends']),
    )
  })

  it('keeps answers of the API out of caches', async () => {
    const member = await server.join(ada)
    const answer = await server.call('GET', '/users/user', { as: member })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('bad input', () => {
  it.each([
    ['broken JSON', { 'content-type': 'application/json' }, '{"email":', 400],
    ['no body', {}, undefined, 400],
    ['an array', { 'content-type': 'application/json' }, '[]', 400],
    ['null', { 'content-type': 'application/json' }, 'null', 400],
    ['a poisoned prototype', { 'content-type': 'application/json' }, '{"__proto__":{}}', 400],
    [
      'a poisoned constructor',
      { 'content-type': 'application/json' },
      '{"constructor":{"prototype":{}}}',
      400,
    ],
    [
      'two megabytes',
      { 'content-type': 'application/json' },
      `{"email":"${'x'.repeat(2e6)}"}`,
      413,
    ],
    ['XML', { 'content-type': 'application/xml' }, '<login/>', 415],
    ['an unknown charset', { 'content-type': 'text/plain; charset=nonsense' }, 'x', 415],
  ])('%s is answered with a sentence', KEEPS_SCENE, async (_what, headers, payload, status) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/users/login',
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    expect(answer.statusCode).toBe(status)
    expect(() => errorBody.parse(answer.json())).not.toThrow()
    expect(answer.body).not.toMatch(/node_modules|\.ts|select /)
  })

  it.each([
    ['no HTTP', 'GARBAGE\r\n\r\n', 400],
    ['a head without end', `GET / HTTP/1.1\r\nx-auth-token: ${'x'.repeat(40_000)}\r\n\r\n`, 431],
    [
      'a broken piece',
      'POST / HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nz\r\n',
      400,
    ],
  ])('%s is refused in the shape of all refusals', async (_what, sent, status) => {
    await server.httpServer.listen(0, '127.0.0.1')
    const address = server.httpServer.server.address()
    const socket = connect(typeof address === 'object' ? (address?.port ?? 0) : 0, '127.0.0.1')
    socket.write(sent)
    const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(() => errorBody.strict().parse(JSON.parse(body))).not.toThrow()
  })

  it.each([
    '/api/nothing',
    '/api/posts/public/more',
    '/media/nothing',
    '/api/%ff',
    '/media/post/x/1.webp',
  ])('nothing is at %s', KEEPS_SCENE, async (url) => {
    const answer = await server.app.inject({ url })
    expect([400, 404]).toContain(answer.statusCode)
    expect(() => errorBody.parse(answer.json())).not.toThrow()
  })
})

describe('the client', () => {
  it('gets its page for every path that is no call and no file', async () => {
    const withClient = await openTestServer({
      async prepare(dataDir) {
        await mkdir(join(dataDir, 'client', 'assets'), { recursive: true })
        await writeFile(join(dataDir, 'client', 'index.html'), '<title>Snug</title>')
        await writeFile(join(dataDir, 'client', 'assets', 'app-1a2b.js'), 'let snug')
      },
    })
    for (const url of ['/', '/login', '/reset-password/abc', '/some/where']) {
      const page = await withClient.app.inject({ url })
      expect([url, page.statusCode, page.body]).toEqual([url, 200, '<title>Snug</title>'])
      expect(page.headers['cache-control']).toBe('no-cache')
    }
    const asset = await withClient.app.inject({ url: '/assets/app-1a2b.js' })
    expect(asset.headers['cache-control']).toMatch(/immutable/)
    expect((await withClient.app.inject({ url: '/assets/gone.js' })).statusCode).toBe(404)
    await withClient.close()
  })
})

describe('the HTTP server', () => {
  it('says that the server is not ready until the app opens', async () => {
    const httpServer = createHttpServer()
    const port = await httpServer.listen(0, '127.0.0.1')
    const early = await fetch(`http://127.0.0.1:${port}/api/users/login`, { method: 'POST' })
    expect([early.status, (await early.json()).error]).toEqual([503, NOT_READY])
    const page = await fetch(`http://127.0.0.1:${port}/`)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      503,
      'text/html; charset=utf-8',
    ])
    httpServer.open((_request, response) => response.end('open'))
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('open')
    await httpServer.close()
  })

  it.each([
    ['keeps a connection without a word about it', 'HTTP/1.1', '', undefined],
    ['says so to who asks for it in the old protocol', 'HTTP/1.0', 'keep-alive', 'keep-alive'],
    ['says that it closes to who wants that', 'HTTP/1.1', 'close', 'close'],
    ['says that it closes where the protocol is old', 'HTTP/1.0', '', 'close'],
  ])('%s', async (_what, protocol, asked, told) => {
    const httpServer = createHttpServer()
    const port = await httpServer.listen(0, '127.0.0.1')
    httpServer.open((_request, response) => response.setHeader('content-length', 4).end('open'))
    const socket = connect(port, '127.0.0.1')
    const heads: string[] = []
    const answered = Promise.withResolvers<void>()
    const ask = () => socket.write(`GET / ${protocol}\r\nHost: x\r\nConnection: ${asked}\r\n\r\n`)
    socket.setEncoding('latin1').on('data', (part: string) => {
      heads.push(part)
      if (told === 'close' || heads.length === 2) answered.resolve()
      else ask()
    })
    ask()
    await answered.promise
    for (const head of heads) expect(/^connection: (.*)$/im.exec(head)?.[1]).toBe(told)
    socket.destroy()
    await httpServer.close()
  })

  it('gives up an answer that nobody reads', async () => {
    const httpServer = createHttpServer()
    expect(httpServer.server.timeout).toBe(60_000)
    const port = await httpServer.listen(0, '127.0.0.1')
    const left = Promise.withResolvers<void>()
    // More than the system keeps for who does not read.
    const answer = Buffer.alloc(32 * 1024 * 1024)
    httpServer.open(({ socket }, response) => {
      socket.setTimeout(100)
      response.once('close', left.resolve).end(answer)
    })
    const socket = connect(port, '127.0.0.1').pause()
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await left.promise
    socket.destroy()
    await httpServer.close()
  })

  it('waits with who asks for as long as an answer takes', async () => {
    const httpServer = createHttpServer()
    const port = await httpServer.listen(0, '127.0.0.1')
    httpServer.open(({ socket }, response) => {
      // Once the connection would have been given up.
      socket.setTimeout(50, () => setImmediate(() => response.end('late')))
    })
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('late')
    await httpServer.close()
  })

  it('keeps a connection for longer than the proxies before it do', async () => {
    const proxiesKeepMs = 120_000
    expect(createHttpServer().server.keepAliveTimeout).toBeGreaterThan(proxiesKeepMs)
  })
})

describe('closing', () => {
  it('waits for the work of a request whose client is gone', async () => {
    const order: string[] = []
    const begun = Promise.withResolvers<void>()
    const site = Promise.withResolvers<void>()
    const safeFetch = {
      async get() {
        begun.resolve()
        await site.promise
        order.push('the site answered')
        return Buffer.from(JSON.stringify({ title: 'Rain' }))
      },
    }
    const closing = await openTestServer({ safeFetch })
    const member = await closing.join(ada)
    const port = await closing.httpServer.listen(0, '127.0.0.1')
    const client = new AbortController()
    const answer = fetch(`http://127.0.0.1:${port}/api/users/spotify/resolve`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': member.token },
      body: JSON.stringify({ url: 'https://open.spotify.com/track/4uLU6hMCjMI75M1A2tKUQC' }),
      signal: client.signal,
    })
    await begun.promise
    client.abort()
    await expect(answer).rejects.toThrow()
    const closed = closing.close().then(() => order.push('closed'))
    // Nothing of its connections is left to wait for.
    await expect.poll(() => closing.httpServer.server.listening).toBe(false)
    for (let turn = 0; turn < 500; turn++) await nextTurn()
    site.resolve()
    await closed
    expect(order).toEqual(['the site answered', 'closed'])
  })
})

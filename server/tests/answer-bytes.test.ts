import { hash } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { TOKEN_HEADER } from '../../contract/accounts.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { openLog } from '../../tests/log-lines.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

// What an answer that is kept is over the wire, and that it is treated as any other.

const WORDS = 'A walk along the river, then tea with whoever came by; nobody was in a hurry today. '

let log: ReturnType<typeof openLog>
let server: TestServer
let member: Member
beforeEach(async () => {
  log = openLog()
  server = await openTestServer({ log: log.log, rateLimits: true })
  member = await server.join(ada)
})
afterEach(() => server.close())

const read = (path: string, headers: Record<string, string> = {}) =>
  server.call('GET', path, { as: member, headers })

/** Every byte of the second answer, which is kept. */
async function bytesOnTheWire(path: string, accepts: string): Promise<number> {
  await read(path, { 'accept-encoding': accepts })
  const port = await server.httpServer.listen(0, '127.0.0.1')
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write(
    `GET /api${path} HTTP/1.1\r\nhost: snug\r\n${TOKEN_HEADER}: ${member.token}\r\n` +
      `accept-encoding: ${accepts}\r\nconnection: close\r\n\r\n`,
  )
  socket.setEncoding('latin1')
  const answer = await text(socket)
  expect(answer).toMatch(/^HTTP\/1.1 200 /)
  return answer.length
}

it('takes few bytes for a count, and not many for ten posts', async () => {
  expect(await bytesOnTheWire('/notifications/count', 'gzip, br')).toBeLessThanOrEqual(300)
})

it.each(['br', 'gzip'])('takes at most 6 kB for a page of long posts as %s', async (encoding) => {
  // No text of people is as hard to compress.
  const unlike = (number: number) =>
    [0, 1, 2, 3].map((part) => hash('sha512', `${number} ${part}`, 'base64url')).join(' ')
  for (let number = 0; number < 10; number++) await post(server, member, unlike(number))
  expect(await bytesOnTheWire('/posts/friends', encoding)).toBeLessThanOrEqual(6_000)
})

it('is the same bytes however it is packed, and the first time as the second', async () => {
  for (let number = 0; number < 10; number++) await post(server, member, WORDS)
  const { body } = await read('/posts/friends')
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync }
  for (const turn of ['first', 'second'])
    for (const encoding of ['br', 'gzip'] as const) {
      const packed = await read('/posts/friends', { 'accept-encoding': encoding })
      expect([turn, packed.headers['content-encoding']]).toEqual([turn, encoding])
      expect(unpack[encoding](packed.rawPayload).toString()).toBe(body)
    }
  expect((await read('/posts/friends')).body).toBe(body)
})

it('is not sent again to who has it, until it changes', async () => {
  for (let number = 0; number < 10; number++) await post(server, member, WORDS)
  const first = await read('/posts/friends')
  const etag = String(first.headers.etag)
  const again = await read('/posts/friends', { 'if-none-match': etag })
  expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag])
  await post(server, member, 'Something new')
  const changed = await read('/posts/friends', { 'if-none-match': etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.json().posts[0].text).toBe('Something new')
})

it('has its line in the log, an id of its own and its place in the limit', async () => {
  const lines = () =>
    log.lines().filter(({ route }) => route === '/api/notifications/count') as object[]
  const answers = []
  for (let call = 0; call < 310; call++) answers.push(await read('/notifications/count'))
  const [first, second] = answers
  expect(second?.headers).toEqual({
    ...first?.headers,
    date: expect.anything(),
    'x-request-id': expect.not.stringMatching(String(first?.headers['x-request-id'])),
  })
  const line = { msg: 'answered', method: 'GET', status: 200, ms: expect.any(Number) }
  expect(lines()[1]).toMatchObject({
    ...line,
    member: member.user._id,
    reqId: second?.headers['x-request-id'],
  })
  expect(Object.keys(lines()[1] ?? {}).toSorted()).toEqual(Object.keys(lines()[0] ?? {}).toSorted())
  expect(answers.at(-1)?.statusCode).toBe(429)
  expect(Number(answers.at(-1)?.headers['retry-after'])).toBeGreaterThan(0)
})

it('is as the framework would answer where it is read past it, and counts the same', async () => {
  const lines = () => log.lines().filter(({ route }) => route === '/api/posts/friends') as object[]
  await post(server, member, WORDS)
  const byFramework = await read('/posts/friends?page=1')
  const pastIt = await read('/posts/friends')
  const anyId = expect.any(String)
  const same = { ...byFramework.headers, date: anyId, 'x-request-id': anyId }
  expect(pastIt.headers).toEqual(same)
  expect(pastIt.body).toBe(byFramework.body)
  const [one, other] = lines()
  expect({ ...other, ms: 0 }).toEqual({
    ...{ ...one, ms: 0, time: expect.any(Number) },
    reqId: pastIt.headers['x-request-id'],
  })
  for (let call = 0; call < 300; call++) await read('/posts/friends')
  await server.services.db.updateTable('posts').set({ text: 'Another' }).execute()
  const refused = await read('/posts/friends')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

it('never compresses what hands out a token', async () => {
  const answer = await server.call('POST', '/users/login', {
    body: ada,
    headers: { 'accept-encoding': 'br, gzip' },
  })
  expect(answer.json().token).toEqual(expect.any(String))
  expect(answer.headers['content-encoding']).toBeUndefined()
})

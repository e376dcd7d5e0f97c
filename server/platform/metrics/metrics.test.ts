import { afterEach, describe, expect, it } from 'vitest'
import { post } from '../../../tests/actions/post-actions.ts'
import { ada, ben } from '../../../tests/people.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { isLoopbackRequest } from './routes.ts'

const TOKEN = 'a-token-of-the-watchers'
let server: TestServer
afterEach(() => server?.close())

const open = async () => {
  server = await openTestServer({ environment: { METRICS_TOKEN: TOKEN } })
}
const scrape = (more: object = {}) => server.call('GET', '/metrics', more)
const FAR_AWAY = { remoteAddress: '203.0.113.7' }
const figureIn = (text: string, metric: string) =>
  Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${metric} `))
      ?.split(' ')[1],
  )

describe('GET /api/metrics', () => {
  it('tells a program on this machine how the server is doing', async () => {
    await open()
    const member = await server.join(ada)
    await post(server, member, 'One')
    await server.register(ben)
    const answer = await scrape()
    expect(answer.statusCode).toBe(200)
    expect(answer.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(figureIn(answer.body, 'snug_members')).toBe(1)
    expect(figureIn(answer.body, 'snug_members_unverified')).toBe(1)
    expect(figureIn(answer.body, 'snug_posts')).toBe(1)
    expect(figureIn(answer.body, 'snug_open_sockets')).toBe(0)
    expect(figureIn(answer.body, 'snug_images_waiting')).toBe(0)
    expect(figureIn(answer.body, 'snug_database_bytes')).toBeGreaterThan(0)
    for (const name of [
      ...['process_cpu_seconds_total', 'process_resident_memory_bytes'],
      ...['nodejs_eventloop_lag_seconds', 'snug_mails_waiting', 'snug_oldest_mail_age_seconds'],
    ])
      expect(figureIn(answer.body, name)).toBeGreaterThanOrEqual(0)
  })

  it('counts requests by their route, never by what was asked for', async () => {
    await open()
    const member = await server.join(ada)
    const { _id: id } = await post(server, member, 'One')
    await server.call('GET', `/posts/${id}`, { as: member })
    await server.call('GET', `/posts/${id}`)
    await server.call('GET', '/nothing/here')
    const { body } = await scrape()
    const counted = (labels: string) => figureIn(body, `snug_http_requests_total{${labels}}`)
    expect(counted('method="GET",route="/api/posts/:id",status="200"')).toBe(1)
    expect(counted('method="GET",route="/api/posts/:id",status="401"')).toBe(1)
    expect(counted('method="GET",route="(none)",status="404"')).toBe(1)
    const seconds = 'snug_http_request_duration_seconds_count{method="GET",route="/api/posts/:id"}'
    expect(figureIn(body, seconds)).toBe(2)
    expect(body).not.toMatch(new RegExp(`${id}|Ada|example\\.org`))
  })

  it('asks the database once in fifteen seconds at most', async () => {
    await open()
    const member = await server.join(ada)
    await scrape()
    await post(server, member, 'One')
    expect(figureIn((await scrape()).body, 'snug_posts')).toBe(0)
  })

  it('is not there for anybody else, but for who has the token', async () => {
    await open()
    const withToken = (text: string) =>
      scrape({ ...FAR_AWAY, headers: { authorization: text } }).then(({ statusCode }) => statusCode)
    expect((await scrape(FAR_AWAY)).statusCode).toBe(404)
    expect(await withToken(`Bearer ${TOKEN}x`)).toBe(404)
    expect(await withToken(TOKEN)).toBe(404)
    expect(await withToken(`Bearer ${TOKEN}`)).toBe(200)
  })

  it('has no token unless one is set', async () => {
    server = await openTestServer()
    for (const authorization of ['Bearer ', 'Bearer null', 'Bearer undefined'])
      expect((await scrape({ ...FAR_AWAY, headers: { authorization } })).statusCode).toBe(404)
  })
})

describe('a request of this machine', () => {
  const from = (remoteAddress: string, headers: object) =>
    isLoopbackRequest({
      socket: { remoteAddress },
      headers: { host: '127.0.0.1:3000', ...headers },
    })

  it.each([
    ['127.0.0.1', {}],
    ['127.0.0.1', { host: 'localhost:3000' }],
    ['::1', { host: '[::1]:3000' }],
    ['::ffff:127.0.0.1', { host: 'localhost' }],
  ])('comes from %s for %o', (address, headers) => {
    expect(from(address, headers)).toBe(true)
  })

  it.each([
    ['203.0.113.7', {}],
    ['127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }],
    ['127.0.0.1', { forwarded: 'for=127.0.0.1' }],
    ['127.0.0.1', { host: 'snug.example.org' }],
    ['127.0.0.1', { host: 'localhost.example.org' }],
    ['127.0.0.1', { host: undefined }],
    ['', {}],
  ])('is not one from %s with %o', (address, headers) => {
    expect(from(address, headers)).toBe(false)
  })
})

describe('a request id', () => {
  const idOf = async (given?: string) =>
    (await server.call('GET', '/health', given ? { headers: { 'x-request-id': given } } : {}))
      .headers['x-request-id']

  it('is answered, new for each request or as the proxy gave it', async () => {
    await open()
    const [one, other] = [await idOf(), await idOf()]
    expect(one).toMatch(/^[0-9a-f]{12}$/)
    expect(one).not.toBe(other)
    expect(await idOf('proxy-1.2_3')).toBe('proxy-1.2_3')
  })

  it('is never what could forge a line of the log', async () => {
    await open()
    for (const given of ['x'.repeat(65), 'a b', 'a"b', 'a\\nb', 'ä', 'a,b'])
      expect(await idOf(given)).toMatch(/^[0-9a-f]{12}$/)
  })

  it('stands beside a refusal as well', async () => {
    await open()
    const answer = await server.call('GET', '/users/user', { headers: { 'x-request-id': 'mine' } })
    expect([answer.statusCode, answer.headers['x-request-id']]).toEqual([401, 'mine'])
  })
})

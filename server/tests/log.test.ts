import { afterEach, beforeEach, expect, it } from 'vitest'
import { post, requestFriendship } from '../../tests/actions/post-actions.ts'
import { ask, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { openLog } from '../../tests/log-lines.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { connect, openSocket } from '../../tests/realtime-client.ts'
import { form } from '../../tests/test-images.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'

// What the whole server writes into its log while people live in it: who came in, who was refused
// and what administrators did; never what would open a door, nor what people say.

const NEW_PASSWORD = 'Lanterns-At-Dusk-7!'
const WORDS = {
  post: 'A post about lanterns',
  comment: 'A comment about lanterns',
  message: 'A message about lanterns',
  edited: 'An edited message about lanterns',
  request: 'A request about lanterns',
  about: 'A bio about lanterns',
  reason: 'A reason about lanterns',
  search: 'lanterns-searched-for',
}

let log: ReturnType<typeof openLog>
let server: TestServer
let administrator: Member
let member: Member
beforeEach(async () => {
  log = openLog()
  server = await openTestServer({ log: log.log })
  administrator = await server.join(ada)
  member = await server.join(ben)
})
afterEach(() => server.close())

it('says at the start that mail reaches nobody, where that is so', async () => {
  const warned = () => log.lines().filter(({ level }) => level === 40)
  expect(warned()).toMatchObject([{ msg: expect.stringMatching(/^There is no SMTP_URL, so /) }])
  const other = openLog()
  const environment = {
    ...{ SMTP_URL: 'smtp://mail.example.org', MAIL_FROM: 'Snug <snug@example.org>' },
  }
  const well = await openTestServer({ log: other.log, environment })
  expect(other.text()).not.toContain('SMTP_URL')
  await well.close()
})

it('holds sign-ins, refusals and what administrators did, with who and when', async () => {
  await server.call('POST', '/users/login', { body: { ...ben, password: NEW_PASSWORD } })
  await server.call('GET', '/all', { as: member })
  await server.call('GET', '/users/user', { as: { token: 'nonsense' } })
  const { _id: id } = await post(server, member, WORDS.post)
  await server.call('DELETE', `/admin/post/${id}?reason=x`, { as: administrator })
  await server.call('DELETE', `/admin/user/${member.user._id}`, { as: administrator })

  const when = { time: expect.any(Number), level: 30 }
  const answered = (method: string, route: string, status: number) =>
    expect.objectContaining({ ...when, msg: 'answered', method, route: `/api${route}`, status })
  expect(log.lines()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...when, msg: 'signed in', member: member.user._id }),
      answered('POST', '/users/login', 400),
      answered('GET', '/all', 403),
      answered('GET', '/users/user', 401),
      ...['delete_post', 'delete_user'].map((act) =>
        expect.objectContaining({
          ...when,
          msg: 'administrator acted',
          act,
          administrator: administrator.user._id,
        }),
      ),
    ]),
  )
  const refused = log.lines().find(({ route, status }) => route === '/api/all' && status === 403)
  expect(refused?.member).toBe(member.user._id)
})

/** What stands in the log of those who were refused, by route. */
async function refusals(there: TestServer, lines: () => Record<string, unknown>[]) {
  const from = (remoteAddress: string, password = NEW_PASSWORD) =>
    there.call('POST', '/users/login', { body: { ...ben, password }, remoteAddress })
  for (let guess = 0; guess < 11; guess++) await from('203.0.113.7')
  await from('198.51.100.1')
  await there.register(cleo)
  await there.call('POST', '/users/login', { body: cleo, remoteAddress: '198.51.100.2' })
  await there.call('GET', '/users/user', {
    ...{ as: { token: 'nonsense' }, remoteAddress: '2001:db8:1:2::9' },
  })
  await there.call('GET', '/users/user', { remoteAddress: '2001:db8:1:2::8' })
  await there.call('GET', '/users/reset-password/nonsense', { remoteAddress: '198.51.100.3' })
  await there.call('GET', '/nowhere', { remoteAddress: '198.51.100.4' })
  const told = lines().filter(({ network }) => network !== undefined)
  return told.map(({ route, status, reason, network }) => ({ route, status, reason, network }))
}

it('says why somebody was refused, and from where: the address where that is asked for', async () => {
  const there = await openTestServer({
    ...{ rateLimits: true, log: log.log, environment: { LOG_ADDRESSES: 'on' } },
  })
  const login = '/api/users/login'
  const guess = { route: login, status: 400, reason: 'wrong_credentials', network: '203.0.113.7' }
  expect(await refusals(there, log.lines)).toEqual([
    ...Array.from({ length: 10 }, () => guess),
    { ...guess, status: 429, reason: 'too_many_requests' },
    { ...guess, network: '198.51.100.1' },
    { route: login, status: 403, reason: 'not_verified', network: '198.51.100.2' },
    ...['2001:db8:1:2::9', '2001:db8:1:2::8'].map((network) => ({
      ...{ route: '/api/users/user', status: 401, reason: 'unauthorized', network },
    })),
    {
      route: '/api/users/reset-password/:token',
      ...{ status: 400, reason: 'wrong_link', network: '198.51.100.3' },
    },
    expect.objectContaining({ status: 404, reason: 'not_found', network: '198.51.100.4' }),
  ])
  // As the pattern of fail2ban in docs/self-hosting.md reads it.
  expect(log.text()).toMatch(/"status":400,"reason":"wrong_credentials","network":"203.0.113.7"/)
  await there.close()
})

it('names a network by what only tells it from others, unless it is asked for more', async () => {
  const there = await openTestServer({ rateLimits: true, log: log.log })
  const told = await refusals(there, log.lines)
  const networks = told.map(({ network }) => String(network))
  expect(new Set(networks.slice(0, 11)).size).toBe(1)
  // Two addresses of one home are one.
  expect(networks[13]).toBe(networks[14])
  expect(new Set(networks).size).toBe(6)
  for (const network of networks) expect(network).toMatch(/^[\w-]{22}$/)
  expect(log.text()).not.toMatch(/203\.0\.113|198\.51\.100|2001:db8/)
  await there.close()
})

it('says that a socket was refused, and from where', async () => {
  const line = await openSocket(server)
  line.send({ type: 'hello', token: 'nonsense' })
  await line.closed
  expect(log.lines()).toContainEqual(
    expect.objectContaining({
      ...{ msg: 'socket refused', reason: 'unauthorized' },
      network: expect.stringMatching(/^[\w-]{22}$/),
    }),
  )
})

it('holds no token, password, mailed link or anything people say', async () => {
  const guest = await server.join(cleo)
  await speak(guest)
  await beRefused()
  const tokens = [administrator.token, member.token, guest.token, await refreshed(member)]
  const resetSecret = await reset()
  await server.call(
    'DELETE',
    `/admin/user/${guest.user._id}?reason=${encodeURIComponent(WORDS.reason)}`,
    {
      as: administrator,
    },
  )
  // One that only leads to a page holds no secret.
  const secretMails = server.mails.filter(({ link }) => link && !link.endsWith('/forgot-password'))
  const links = secretMails.flatMap((mail) => [String(mail.link), secretIn(mail)])
  const passwords = [ada, ben, cleo].map(({ password }) => password)
  const hashes = await server.services.db.selectFrom('users').select('password_hash').execute()

  // All of it happened, and the log was written meanwhile.
  expect(links.length).toBeGreaterThan(3)
  expect(log.lines().length).toBeGreaterThan(20)
  const neverSaid = [
    ...[...tokens, ...passwords, NEW_PASSWORD, ...links, resetSecret],
    ...hashes.map(({ password_hash }) => password_hash),
    ...Object.values(WORDS),
    encodeURIComponent(WORDS.reason),
    ...[ada, ben, cleo].map(({ email }) => email),
  ]
  const text = log.text()
  expect(neverSaid.filter((secret) => text.includes(secret))).toEqual([])
})

async function speak(guest: Member) {
  const written = await post(server, member, WORDS.post)
  const comment = { text: WORDS.comment }
  await server.call('POST', `/posts/${written._id}/comments`, { as: guest, body: comment })
  await server.call('PUT', '/users/profile', { as: guest, body: form({ aboutMe: WORDS.about }) })
  await server.call('GET', `/users/search?q=${WORDS.search}`, { as: guest })
  await requestFriendship(server, guest, member)
  const space = await makeSpace(server, member, { isPrivate: true })
  await ask(server, guest, space, WORDS.request)
  const message = await say(server, member, space, WORDS.message)
  const body = { content: WORDS.edited }
  await server.call('PUT', `/spaces/${space._id}/messages/${message._id}`, { as: member, body })
  const line = await connect(server, guest)
  line.socket.send(JSON.stringify({ type: 'shout', text: WORDS.message }))
  await line.closed
}

/** What is refused may hold the same words. */
async function beRefused() {
  const body = { ...ben, password: NEW_PASSWORD }
  await server.call('POST', '/users/login', { body })
  await server.call('POST', '/users/register', { body: { ...ben, password: NEW_PASSWORD } })
  await server.call('GET', `/posts/public?token=${member.token}`)
  await server.call('POST', '/posts', { as: member, body: { text: WORDS.post } })
  await server.call('POST', '/posts', { as: member, body: form({ text: WORDS.post.repeat(500) }) })
  const headers = { 'content-type': 'application/json' }
  await server.call('POST', '/users/login', { headers, payload: `{"password":"${NEW_PASSWORD}"` })
  await server.call('POST', '/users/refresh-token', { body: { token: `${member.token}x` } })
}

async function refreshed({ token }: Member): Promise<string> {
  return (await server.call('POST', '/users/refresh-token', { body: { token } })).json().token
}

async function reset(): Promise<string> {
  const earlier = server.mails.filter(({ to }) => to === ben.email).length
  await server.call('POST', '/users/forgot-password', { body: { email: ben.email } })
  const secret = secretIn(await server.mailTo(ben.email, earlier))
  await server.call('GET', `/users/reset-password/${secret}`)
  const body = { password: NEW_PASSWORD }
  for (let use = 0; use < 2; use++)
    await server.call('POST', `/users/reset-password/${secret}`, { body })
  return secret
}

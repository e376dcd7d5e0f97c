import { createHmac } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

const whoAmI = (token: string) => server.call('GET', '/users/user', { as: { token } })
const refresh = (token: string) => server.call('POST', '/users/refresh-token', { body: { token } })

describe('POST /users/login', () => {
  it('gives a token and the member, without anything secret', async () => {
    await server.join(ada)
    const answer = await server.call('POST', '/users/login', { body: ada })
    expect(answer.json().user).toMatchObject({
      username: 'Ada',
      email: ada.email,
      squad: [],
      quietNumbers: null,
      areFirstStepsHidden: false,
      friendCount: 0,
      friendRequestCount: 0,
      hasAskedSomebody: false,
      postCount: 0,
      inviteUrl: 'https://snug.example.org/register',
      mayInvite: true,
    })
    const { token, ...said } = answer.json()
    expect(JSON.stringify(said)).not.toMatch(/password|hash|argon/i)
    expect((await whoAmI(token)).json()).toEqual(answer.json().user)
  })

  it('does not mind the case of the address, nor how the password was composed', async () => {
    const person = { ...ada, password: 'Caf\u00e9-Likes-4!' }
    await server.join(person)
    await server.signIn({ ...person, email: 'ADA@EXAMPLE.ORG', password: 'Cafe\u0301-Likes-4!' })
  })

  it('refuses a wrong email and a wrong password alike', async () => {
    await server.join(ada)
    const wrongPassword = await server.call('POST', '/users/login', {
      body: { ...ada, password: 'Wrong-Pass-1!' },
    })
    const wrongEmail = await server.call('POST', '/users/login', { body: ben })
    expect(wrongPassword.statusCode).toBe(400)
    expect(wrongPassword.json().message).toBe(MESSAGES.wrongCredentials)
    expect([wrongEmail.statusCode, wrongEmail.body]).toEqual([400, wrongPassword.body])
  })

  it('stops ten failures from one address also at ten accounts', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const attempt = (name: string) =>
      limited.call('POST', '/users/login', {
        body: { ...ada, email: `${name}@example.org` },
        remoteAddress: '203.0.113.7',
      })
    for (let index = 0; index < 10; index++)
      expect((await attempt(`guest_${index}`)).statusCode).toBe(400)
    expect((await attempt('another')).statusCode).toBe(429)
    await limited.close()
  })

  it('stops ten failures from one address, but lets the owner in from elsewhere', async () => {
    const limited = await openTestServer({ rateLimits: true })
    await limited.join(ada)
    const attempt = (password: string, remoteAddress: string) =>
      limited.call('POST', '/users/login', { body: { ...ada, password }, remoteAddress })
    for (let index = 0; index < 10; index++)
      expect((await attempt('Wrong-Pass-1!', '203.0.113.7')).statusCode).toBe(400)
    const stopped = await attempt(ada.password, '203.0.113.7')
    expect(stopped.statusCode).toBe(429)
    expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
    expect((await attempt(ada.password, '198.51.100.1')).statusCode).toBe(200)
    // Once the account is under attack, one failure is all another address has.
    expect((await attempt('Wrong-Pass-1!', '198.51.100.2')).statusCode).toBe(400)
    expect((await attempt(ada.password, '198.51.100.2')).statusCode).toBe(429)
    await limited.close()
  })
})

describe('a token', () => {
  let member: Member
  beforeEach(async () => {
    member = await server.join(ada)
  })

  it('lives 15 minutes', async () => {
    server.pass(15 * MINUTE_MS - 1_000)
    expect((await whoAmI(member.token)).statusCode).toBe(200)
    server.pass(1_000)
    expect((await whoAmI(member.token)).statusCode).toBe(401)
  })

  it('is worth nothing a minute after the next was given, or once two were', async () => {
    const second = (await refresh(member.token)).json().token
    server.pass(60_000)
    expect((await whoAmI(member.token)).statusCode).toBe(200)
    server.pass(1)
    expect((await whoAmI(member.token)).statusCode).toBe(401)
    const third = (await refresh(second)).json().token
    expect((await whoAmI(second)).statusCode).toBe(200)
    await refresh(third)
    expect((await whoAmI(second)).statusCode).toBe(401)
  })

  it('counts in its header only', async () => {
    const { token } = member
    const inQuery = await server.call('GET', `/users/user?token=${token}&x-auth-token=${token}`)
    const inCookie = await server.call('GET', '/users/user', {
      headers: { cookie: `token=${token}; x-auth-token=${token}` },
    })
    const asBearer = await server.call('GET', '/users/user', {
      headers: { authorization: `Bearer ${token}` },
    })
    expect([inQuery, inCookie, asBearer].map((answer) => answer.statusCode)).toEqual([
      401, 401, 401,
    ])
    expect((await whoAmI(token)).statusCode).toBe(200)
  })

  it('is refused when forged, changed, cut, empty or huge', async () => {
    const [head = '', body = '', signature = ''] = member.token.split('.')
    const claims = JSON.parse(Buffer.from(body, 'base64url').toString())
    const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    const foreign = `${head}.${body}`
    const forged = [
      '',
      'nonsense',
      'a.b.c',
      member.token.slice(0, -2),
      `${encoded({ alg: 'none', typ: 'JWT' })}.${body}.`,
      `${head}.${encoded({ ...claims, gen: 2 })}.${signature}`,
      `${foreign}.${createHmac('sha256', 'another key').update(foreign).digest('base64url')}`,
      'x'.repeat(3_000),
      'x'.repeat(10_000),
    ]
    for (const token of forged)
      expect([
        ...[token, (await whoAmI(token)).statusCode, (await refresh(token)).statusCode],
      ]).toEqual([token, 401, 401])
    // As long as a body may be; a header is shorter.
    expect((await refresh('x'.repeat(32_000))).statusCode).toBe(401)
  })
})

describe('POST /users/refresh-token', () => {
  let member: Member
  beforeEach(async () => {
    member = await server.join(ada)
  })

  it('takes an expired token of a live session', async () => {
    server.pass(16 * MINUTE_MS)
    const next = (await refresh(member.token)).json().token
    expect((await whoAmI(member.token)).statusCode).toBe(401)
    expect((await whoAmI(next)).statusCode).toBe(200)
  })

  it('gives two tabs that refresh at once the same successor', async () => {
    const [first, second] = await Promise.all([refresh(member.token), refresh(member.token)])
    expect(first.json().token).toBe(second.json().token)
    server.pass(60_000)
    expect((await refresh(member.token)).json().token).toBe(first.json().token)
  })

  it('gives the successor again, however late, where its answer was lost', async () => {
    const lost = (await refresh(member.token)).json().token
    server.pass(20 * MINUTE_MS)
    const [one, other] = await Promise.all([refresh(member.token), refresh(member.token)])
    const { token } = one.json()
    expect(other.json().token).toBe(token)
    expect((await whoAmI(token)).statusCode).toBe(200)
    const next = (await refresh(token)).json().token
    expect((await whoAmI(next)).statusCode).toBe(200)
    // That is older than the previous one by now.
    expect((await refresh(member.token)).statusCode).toBe(401)
    expect((await refresh(lost)).statusCode).toBe(401)
  })

  it('ends the session where both who stole a token and its owner have the successor again', async () => {
    await refresh(member.token)
    server.pass(2 * MINUTE_MS)
    const stolen = (await refresh(member.token)).json().token
    expect((await whoAmI(stolen)).statusCode).toBe(200)
    server.pass(MINUTE_MS + 1)
    expect((await refresh(member.token)).statusCode).toBe(401)
    expect((await whoAmI(stolen)).statusCode).toBe(401)
  })

  it('ends the session when the previous token comes back after a minute, once the next was used', async () => {
    const next = (await refresh(member.token)).json().token
    expect((await whoAmI(next)).statusCode).toBe(200)
    server.pass(60_001)
    expect((await refresh(member.token)).statusCode).toBe(401)
    expect((await whoAmI(next)).statusCode).toBe(401)
    expect((await refresh(next)).statusCode).toBe(401)
  })

  it('ends the session when a token older than the previous one comes back', async () => {
    const second = (await refresh(member.token)).json().token
    const third = (await refresh(second)).json().token
    expect((await whoAmI(third)).statusCode).toBe(200)
    expect((await refresh(member.token)).statusCode).toBe(401)
    expect((await whoAmI(third)).statusCode).toBe(401)
  })

  it('keeps a session for a day from its last use, or 30 days when remembered', async () => {
    const remembered = await server.signIn(ada, true)
    server.pass(DAY_MS - HOUR_MS)
    const slid = (await refresh(member.token)).json().token
    server.pass(DAY_MS - HOUR_MS)
    const latest = (await refresh(slid)).json().token
    server.pass(DAY_MS)
    expect((await refresh(latest)).statusCode).toBe(401)
    server.pass(26 * DAY_MS)
    const kept = await refresh(remembered.token)
    expect(kept.statusCode).toBe(200)
    server.pass(30 * DAY_MS)
    expect((await refresh(kept.json().token)).statusCode).toBe(401)
  })

  it.each([{}, { token: 5 }])('refuses %j', async (body) => {
    expect((await server.call('POST', '/users/refresh-token', { body })).statusCode).toBe(400)
  })
})

describe('POST /users/logout', () => {
  it('ends this session at once, and no other', async () => {
    const here = await server.join(ada)
    const there = await server.signIn(ada)
    const answer = await server.call('POST', '/users/logout', { as: here })
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, '"cache"'])
    expect((await whoAmI(here.token)).statusCode).toBe(401)
    expect((await refresh(here.token)).statusCode).toBe(401)
    expect((await whoAmI(there.token)).statusCode).toBe(200)
  })

  it('asks for a token', async () => {
    expect((await server.call('POST', '/users/logout')).statusCode).toBe(401)
  })
})

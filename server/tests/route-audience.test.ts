import { createHook } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { CLOSED } from '../../contract/realtime.ts'
import { ada, ben } from '../../tests/people.ts'
import { connect } from '../../tests/realtime-client.ts'
import { openScopedTestServer } from '../../tests/scenes/scoped-test-server.ts'
import { type Member, secretIn, type TestServer } from '../../tests/test-server.ts'

// What opens a session, what ends one, and what looks like either and is not.

describe('a mailed link', () => {
  it('begins with PUBLIC_URL, whatever the request says of its host', async () => {
    const server = await openScopedTestServer()
    const headers = {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'x-forwarded-proto': 'http',
      forwarded: 'host=evil.example',
      origin: 'https://evil.example',
      referer: 'https://evil.example/',
    }
    for (const [path, body] of [
      ['/users/register', ben],
      ['/users/resend-verification', { email: ben.email }],
      ['/users/forgot-password', { email: ben.email }],
    ] as const)
      expect((await server.call('POST', path, { body, headers })).statusCode, path).toBeLessThan(
        300,
      )
    for (const number of [0, 1, 2]) {
      const mail = await server.mailTo(ben.email, number)
      expect(mail.link).toMatch(/^https:\/\/snug\.example\.org\//)
      expect(JSON.stringify(mail)).not.toContain('evil')
    }
  })

  it('holds a secret that opens no session, and a session’s token opens no link', async () => {
    const server = await openScopedTestServer()
    await server.register(ben)
    const verification = secretIn(await server.mailTo(ben.email))
    const asToken = await server.call('GET', '/users/user', { as: { token: verification } })
    const renewed = await server.call('POST', '/users/refresh-token', {
      body: { token: verification },
    })
    expect([asToken.statusCode, renewed.statusCode]).toEqual([401, 401])
    await server.verify(ben)
    const { token } = await server.signIn(ben)
    const body = { password: 'Lanterns-At-Dusk-7!' }
    for (const secret of [token, verification]) {
      const reset = await server.call('POST', `/users/reset-password/${secret}`, { body })
      expect(reset.statusCode).toBe(400)
    }
    expect((await server.call('GET', `/users/verify/${token}`)).statusCode).toBe(400)
    // Nothing of that changed the password.
    await server.signIn(ben)
  })
})

describe('the end of a session', () => {
  it.each(['logout', 'reset', 'deletion'])('by %s closes its socket', async (end) => {
    const server = await openScopedTestServer()
    const member = await server.join(ada)
    const line = await connect(server, member)
    const ending = await endOf(server, member, end)
    expect((await ending()).statusCode).toBe(200)
    expect(await line.closed).toBe(CLOSED.unauthorized)
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(401)
  })

  async function endOf(server: TestServer, member: Member, end: string) {
    if (end === 'logout') return () => server.call('POST', '/users/logout', { as: member })
    if (end === 'deletion') return () => server.call('DELETE', '/users/me', { as: member })
    const earlier = server.mails.filter(({ to }) => to === member.email).length
    await server.call('POST', '/users/forgot-password', { body: { email: member.email } })
    const secret = secretIn(await server.mailTo(member.email, earlier))
    const body = { password: 'Lanterns-At-Dusk-7!' }
    return () => server.call('POST', `/users/reset-password/${secret}`, { body })
  }
})

describe('a failed sign-in', () => {
  // Times are measured, not asserted: what takes the time is counted.
  it.each([
    ['of nobody', { email: 'nobody@example.org', password: ada.password }],
    ['with a wrong password', { email: ada.email, password: 'Lanterns-At-Dusk-7!' }],
  ])('%s works through one password', async (_what, body) => {
    const server = await openScopedTestServer()
    await server.join(ada)
    const works: string[] = []
    const hook = createHook({
      init: (_id, type) => void (/ARGON2/.test(type) && works.push(type)),
    }).enable()
    const answer = await server.call('POST', '/users/login', { body })
    hook.disable()
    expect(answer.statusCode).toBe(400)
    expect(works).toHaveLength(1)
  })
})

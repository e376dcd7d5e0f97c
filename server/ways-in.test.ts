import { createHook } from 'node:async_hooks'
import { describe, expect, it } from 'vitest'
import { CLOSED } from '../contract/realtime.ts'
import { type Member, secretIn, type TestHouse } from '../tests/house.ts'
import { openHouseOfTest } from '../tests/house-of-a-test.ts'
import { connect } from '../tests/listening.ts'
import { ada, ben } from '../tests/people.ts'

// What opens a session, what ends one, and what looks like either and is not.

describe('a mailed link', () => {
  it('begins with PUBLIC_URL, whatever the request says of its host', async () => {
    const house = await openHouseOfTest()
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
      expect((await house.call('POST', path, { body, headers })).statusCode, path).toBeLessThan(300)
    for (const number of [0, 1, 2]) {
      const mail = await house.mailTo(ben.email, number)
      expect(mail.link).toMatch(/^https:\/\/snug\.example\.org\//)
      expect(JSON.stringify(mail)).not.toContain('evil')
    }
  })

  it('holds a secret that opens no session, and a session’s token opens no link', async () => {
    const house = await openHouseOfTest()
    await house.register(ben)
    const verification = secretIn(await house.mailTo(ben.email))
    const asToken = await house.call('GET', '/users/user', { as: { token: verification } })
    const renewed = await house.call('POST', '/users/refresh-token', {
      body: { token: verification },
    })
    expect([asToken.statusCode, renewed.statusCode]).toEqual([401, 401])
    await house.verify(ben)
    const { token } = await house.signIn(ben)
    const body = { password: 'Lanterns-At-Dusk-7!' }
    for (const secret of [token, verification]) {
      const reset = await house.call('POST', `/users/reset-password/${secret}`, { body })
      expect(reset.statusCode).toBe(400)
    }
    expect((await house.call('GET', `/users/verify/${token}`)).statusCode).toBe(400)
    // Nothing of that changed the password.
    await house.signIn(ben)
  })
})

describe('the end of a session', () => {
  it.each(['logout', 'reset', 'deletion'])(
    'by %s closes its socket within a second',
    async (end) => {
      const house = await openHouseOfTest()
      const member = await house.join(ada)
      const line = await connect(house, member)
      const ending = await endOf(house, member, end)
      const start = performance.now()
      expect((await ending()).statusCode).toBe(200)
      expect(await line.closed).toBe(CLOSED.unauthorized)
      expect(performance.now() - start).toBeLessThan(1_000)
      expect((await house.call('GET', '/users/user', { as: member })).statusCode).toBe(401)
    },
  )

  async function endOf(house: TestHouse, member: Member, end: string) {
    if (end === 'logout') return () => house.call('POST', '/users/logout', { as: member })
    if (end === 'deletion') return () => house.call('DELETE', '/users/me', { as: member })
    const earlier = house.mails.filter(({ to }) => to === member.email).length
    await house.call('POST', '/users/forgot-password', { body: { email: member.email } })
    const secret = secretIn(await house.mailTo(member.email, earlier))
    const body = { password: 'Lanterns-At-Dusk-7!' }
    return () => house.call('POST', `/users/reset-password/${secret}`, { body })
  }
})

describe('a failed sign-in', () => {
  // Times are measured, not asserted: what takes the time is counted.
  it.each([
    ['of nobody', { email: 'nobody@example.org', password: ada.password }],
    ['with a wrong password', { email: ada.email, password: 'Lanterns-At-Dusk-7!' }],
  ])('%s works through one password', async (_what, body) => {
    const house = await openHouseOfTest()
    await house.join(ada)
    const works: string[] = []
    const hook = createHook({
      init: (_id, type) => void (/ARGON2/.test(type) && works.push(type)),
    }).enable()
    const answer = await house.call('POST', '/users/login', { body })
    hook.disable()
    expect(answer.statusCode).toBe(400)
    expect(works).toHaveLength(1)
  })
})

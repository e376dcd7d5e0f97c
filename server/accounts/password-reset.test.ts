import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { allMailSent } from '../../tests/all-mail-sent.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'

const NEW_PASSWORD = 'quiet lamp'

let server: TestServer
let member: Member
beforeEach(async () => {
  server = await openTestServer()
  member = await server.join(ada)
})
afterEach(() => server.close())

const forgot = (email: string) => server.call('POST', '/users/forgot-password', { body: { email } })
const check = (secret: string) => server.call('GET', `/users/reset-password/${secret}`)
const reset = (secret: string, password: unknown) =>
  server.call('POST', `/users/reset-password/${secret}`, { body: { password } })

/** The secret of the nth reset mail; the verification mail came before. */
async function resetSecret(nth = 1) {
  return secretIn(await server.mailTo(ada.email, nth))
}

describe('POST /users/forgot-password', () => {
  it('mails a link that begins with PUBLIC_URL, whatever the Host header says', async () => {
    await server.call('POST', '/users/forgot-password', {
      body: { email: ada.email },
      headers: { host: 'evil.example', 'x-forwarded-host': 'evil.example' },
    })
    const mail = await server.mailTo(ada.email, 1)
    expect(mail.link).toMatch(/^https:\/\/snug\.example\.org\/reset-password\/[\w-]{43}$/)
  })

  it('answers the same for an address nobody has, and mails nobody', async () => {
    const known = await forgot(ada.email)
    const unknown = await forgot(ben.email)
    expect(known.json().msg).toBe(MESSAGES.resetMailSent)
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    await server.mailTo(ada.email, 1)
    await allMailSent(server)
    expect(server.mails.filter((mail) => mail.to === ben.email)).toEqual([])
  })

  it('keeps no secret in the database, only its hash', async () => {
    await forgot(ada.email)
    const secret = await resetSecret()
    const links = await server.services.db.selectFrom('mailed_links').selectAll().execute()
    expect(links.map((link) => link.purpose).sort()).toEqual(['reset', 'verify'])
    expect(JSON.stringify(links)).not.toContain(secret)
  })

  it('sends five mails an hour, and answers the same to who asks for more', async () => {
    const limited = await openTestServer({ rateLimits: true })
    await limited.join(ada)
    const ask = (from: string, headers = {}) =>
      limited.call('POST', '/users/forgot-password', {
        body: { email: ada.email },
        ...{ remoteAddress: from, headers },
      })
    const answers = []
    for (let index = 0; index < 20; index++) answers.push(await ask(`198.51.${index}.1`))
    expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body}`)).size).toBe(1)
    expect(answers[0]?.statusCode).toBe(200)
    // Nobody shuts the owner out by asking in their name: their device has a count of its own.
    const { email, password } = ada
    const signedIn = await limited.call('POST', '/users/login', { body: { email, password } })
    const cookie = String(signedIn.headers['set-cookie']).split(';')[0]
    await ask('198.51.1.1', { cookie })
    await limited.mailTo(ada.email, 6)
    await limited.services.outbox.stop()
    expect(limited.mails.filter(({ to }) => to === ada.email)).toHaveLength(1 + 5 + 1)
    await limited.close()
  })

  it('mails five times an hour for one address that asks, whoever it names', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const queued = async () => (await readQueue(limited)).length
    await limited.services.outbox.stop()
    for (let index = 0; index < 20; index++) {
      const answer = await limited.call('POST', '/users/forgot-password', {
        body: { email: `guest${index}@example.org` },
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await queued()).toBe(5)
    await limited.close()
  })
})

const readQueue = ({ services }: TestServer) =>
  services.db.selectFrom('mail_outbox').select('id').execute()

describe('a reset link', () => {
  it('sets the password, ends every session, tells the owner and does not sign in', async () => {
    const elsewhere = await server.signIn(ada, true)
    await forgot(ada.email)
    const secret = await resetSecret()
    expect((await check(secret)).statusCode).toBe(200)
    const answer = await reset(secret, NEW_PASSWORD)
    expect(answer.json()).toEqual({ msg: MESSAGES.resetDone, message: MESSAGES.resetDone })
    expect(answer.headers['set-cookie']).toMatch(/^snug_device=/)
    for (const token of [member.token, elsewhere.token])
      expect((await server.call('GET', '/users/user', { as: { token } })).statusCode).toBe(401)
    expect((await server.call('POST', '/users/login', { body: ada })).statusCode).toBe(400)
    await server.signIn({ ...ada, password: NEW_PASSWORD })
    const mail = await server.mailTo(ada.email, 2)
    expect(mail.text).toMatch(/was changed at [\d-]+ [\d:]+ UTC, and every device was signed out\./)
  })

  it('works once: of two uses at once, one wins', async () => {
    await forgot(ada.email)
    const secret = await resetSecret()
    const answers = await Promise.all([reset(secret, 'first lamp'), reset(secret, 'second lamp')])
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([200, 400])
    expect((await check(secret)).statusCode).toBe(400)
  })

  it('lives an hour', async () => {
    await forgot(ada.email)
    const secret = await resetSecret()
    server.pass(HOUR_MS - 1)
    expect((await check(secret)).statusCode).toBe(200)
    server.pass(1)
    expect((await check(secret)).json().msg).toBe(MESSAGES.resetLinkInvalid)
    expect((await reset(secret, NEW_PASSWORD)).statusCode).toBe(400)
    await server.signIn(ada)
  })

  it('ends when a newer one is mailed', async () => {
    await forgot(ada.email)
    const older = await resetSecret()
    await forgot(ada.email)
    const newer = await resetSecret(2)
    expect((await check(older)).statusCode).toBe(400)
    expect((await check(newer)).statusCode).toBe(200)
  })

  it.each([
    ['', MESSAGES.passwordRequired],
    ['short', MESSAGES.passwordShortAtReset],
    ['x'.repeat(201), MESSAGES.passwordLong],
    ['Dragon', MESSAGES.passwordCommon],
    ['1-Ｄragon-1', MESSAGES.passwordCommon],
    ['(123456)', MESSAGES.passwordCommon],
    ['summer-2026', MESSAGES.passwordCommon],
    [null, MESSAGES.passwordRequired],
  ])('refuses the password %j and still works after', async (password, sentence) => {
    await forgot(ada.email)
    const secret = await resetSecret()
    const answer = await reset(secret, password)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields).toEqual({ password: sentence })
    expect((await check(secret)).statusCode).toBe(200)
  })

  it('is no token of a session, nor is a token a reset link', async () => {
    await forgot(ada.email)
    const secret = await resetSecret()
    expect((await server.call('GET', '/users/user', { as: { token: secret } })).statusCode).toBe(
      401,
    )
    expect((await check(member.token)).statusCode).toBe(400)
  })
})

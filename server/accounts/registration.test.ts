import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../contract/accounts.ts'
import { ada, ben, cleo, others } from '../../tests/people.ts'
import { openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'

const DAY_MS = 24 * 60 * 60_000

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

describe('POST /users/register', () => {
  it('makes an account that waits for its email to be verified', async () => {
    const answer = await server.call('POST', '/users/register', { body: ada })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().msg).toBe(MESSAGES.registered)
    const signIn = await server.call('POST', '/users/login', { body: ada })
    expect(signIn.statusCode).toBe(403)
    expect(signIn.json().message).toBe(MESSAGES.notVerified)
  })

  it('makes the first account the administrator, and only that one', async () => {
    expect((await server.join(ada)).user).toMatchObject({ isAdmin: true, userNumber: 1 })
    expect((await server.join(ben)).user).toMatchObject({ isAdmin: false, userNumber: 2 })
  })

  it('makes the first account an administrator again when all have left', async () => {
    const first = await server.join(ada)
    await server.call('DELETE', '/users/me', { as: first })
    expect((await server.join(ben)).user).toMatchObject({ isAdmin: true, userNumber: 2 })
    expect((await server.join(cleo)).user.isAdmin).toBe(false)
  })

  it('makes one administrator of many who come to an empty server at once', async () => {
    const first = await server.join(ada)
    await server.call('DELETE', '/users/me', { as: first })
    await Promise.all([ben, cleo, ...others].map((person) => server.register(person)))
    const { db } = server.services
    const users = await db.selectFrom('users').select('is_admin').orderBy('user_number').execute()
    expect(users.map((row) => row.is_admin)).toEqual([1, 0, 0, 0, 0, 0, 0])
  })

  it.each([
    ['username', { username: 'ab' }, MESSAGES.usernameShort],
    ['username', { username: 'a'.repeat(20) }, MESSAGES.usernameLong],
    ['username', { username: 'ada lovelace' }, MESSAGES.usernameCharacters],
    ['username', { username: 'adaé' }, MESSAGES.usernameCharacters],
    ['username', { username: 42 }, MESSAGES.usernameShort],
    ['email', { email: '' }, MESSAGES.emailRequired],
    ['email', { email: 'ada@' }, MESSAGES.emailInvalid],
    ['email', { email: 'ada@example.org\r\nBcc: ben@example.org' }, MESSAGES.emailInvalid],
    ['email', { email: `${'a'.repeat(260)}@example.org` }, MESSAGES.emailInvalid],
    ['password', { password: '' }, MESSAGES.passwordRequired],
    ['password', { password: 'Ab1!' }, MESSAGES.passwordShort],
    ['password', { password: 'ABCDEFG1!' }, MESSAGES.passwordLowercase],
    ['password', { password: 'abcdefg1!' }, MESSAGES.passwordUppercase],
    ['password', { password: 'Abcdefgh!' }, MESSAGES.passwordDigit],
    ['password', { password: 'Abcdefgh1' }, MESSAGES.passwordSpecial],
    ['password', { password: `Ab1!${'x'.repeat(200)}` }, MESSAGES.passwordLong],
    ['password', { password: 'Ab1!\u0000xxxx' }, MESSAGES.passwordCharacter],
    ['password', { password: 'Password1!' }, MESSAGES.passwordCommon],
    ['password', { password: '!!Sunshine2026!' }, MESSAGES.passwordCommon],
  ])('refuses a %s like %j', async (field, wrong, sentence) => {
    const answer = await server.call('POST', '/users/register', { body: { ...ada, ...wrong } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ msg: sentence, fields: { [field]: sentence } })
    await server.join(ada)
  })

  it('refuses a username taken in any case, telling it at the field', async () => {
    await server.register(ada)
    const answer = await server.call('POST', '/users/register', {
      body: { ...ben, username: 'ADA' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'conflict',
      fields: { username: MESSAGES.usernameTaken },
    })
  })

  it('refuses an email taken in any case, telling it at the field', async () => {
    await server.register(ada)
    const answer = await server.call('POST', '/users/register', {
      body: { ...ben, email: 'ADA@Example.org' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().fields).toEqual({ email: MESSAGES.emailTaken })
  })

  it('numbers simultaneous sign-ups in order and without a gap', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Guest_${index}`)
    // Every third one comes twice: the loser must not leave a gap.
    const tries = names.flatMap((name, index) => (index % 3 === 0 ? [name, name] : [name]))
    await Promise.all(
      tries.map((username, index) =>
        server.call('POST', '/users/register', {
          body: { username, email: `guest${index}@example.org`, password: ada.password },
        }),
      ),
    )
    const numbers = await server.services.db
      .selectFrom('users')
      .select('user_number')
      .orderBy('user_number')
      .execute()
    expect(numbers.map((row) => row.user_number)).toEqual(names.map((_, index) => index + 1))
  })

  it('ignores what a body claims beyond its fields', async () => {
    await server.join(ada)
    await server.call('POST', '/users/register', {
      body: { ...ben, isAdmin: true, userNumber: 1, _id: 'x', verified_at: 1 },
    })
    await server.verify(ben)
    expect((await server.signIn(ben)).user).toMatchObject({ isAdmin: false, userNumber: 2 })
  })

  it('limits sign-ups from one address to 20 an hour', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const body = { ...ada, email: ben.email, username: `Guest_${index}` }
      statuses.push((await limited.call('POST', '/users/register', { body })).statusCode)
    }
    await limited.close()
    expect(statuses.slice(0, 2)).toEqual([201, 409])
    expect(statuses.at(-1)).toBe(429)
  })
})

describe('GET /users/verify/{token}', () => {
  it('verifies by the link in the mail, which begins with PUBLIC_URL', async () => {
    await server.register(ada)
    const mail = await server.mailTo(ada.email)
    expect(mail.link).toMatch(/^https:\/\/snug\.example\.org\/verify\/[\w-]{43}$/)
    await server.verify(ada)
    expect((await server.signIn(ada)).user.username).toBe('Ada')
  })

  it('is no error when opened again by someone verified', async () => {
    await server.register(ada)
    await server.verify(ada)
    await server.verify(ada)
  })

  it('refuses a link that is a day old', async () => {
    await server.register(ada)
    const secret = secretIn(await server.mailTo(ada.email))
    server.pass(DAY_MS)
    const answer = await server.call('GET', `/users/verify/${secret}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().msg).toBe(MESSAGES.verificationFailed)
  })

  it.each(['nonsense', '%00', 'x'.repeat(400), "' or 1=1 --"])('refuses %j', async (secret) => {
    const answer = await server.call('GET', `/users/verify/${encodeURIComponent(secret)}`)
    expect(answer.statusCode).toBe(400)
  })

  it('refuses a reset link', async () => {
    await server.join(ada)
    await server.call('POST', '/users/forgot-password', { body: { email: ada.email } })
    const secret = secretIn(await server.mailTo(ada.email, 1))
    expect((await server.call('GET', `/users/verify/${secret}`)).statusCode).toBe(400)
  })
})

describe('POST /users/resend-verification', () => {
  it('sends a fresh link that ends the older one', async () => {
    await server.register(ada)
    const older = secretIn(await server.mailTo(ada.email))
    const answer = await server.call('POST', '/users/resend-verification', {
      body: { email: 'ADA@example.org' },
    })
    expect(answer.json().msg).toBe(MESSAGES.verificationMailSent)
    const newer = secretIn(await server.mailTo(ada.email, 1))
    expect((await server.call('GET', `/users/verify/${older}`)).statusCode).toBe(400)
    expect((await server.call('GET', `/users/verify/${newer}`)).statusCode).toBe(200)
  })

  it('answers the same for an address nobody has, and mails nobody', async () => {
    await server.register(ada)
    await server.mailTo(ada.email)
    const known = await server.call('POST', '/users/resend-verification', {
      body: { email: ada.email },
    })
    const unknown = await server.call('POST', '/users/resend-verification', {
      body: { email: cleo.email },
    })
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    await server.mailTo(ada.email, 1)
    expect(server.mails.filter((mail) => mail.to === cleo.email)).toEqual([])
  })

  it('mails nothing to an account that is verified', async () => {
    await server.join(ada)
    await server.call('POST', '/users/resend-verification', { body: { email: ada.email } })
    // A later mail to another has been sent, so this one would have been, too.
    await server.register(ben)
    await server.mailTo(ben.email)
    expect(server.mails.filter((mail) => mail.to === ada.email)).toHaveLength(1)
  })
})

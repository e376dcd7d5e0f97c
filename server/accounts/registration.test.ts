import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { SAYS } from '../../contract/accounts.ts'
import { openTestHouse, secretIn, type TestHouse } from '../../tests/house.ts'
import { ada, ben, cleo, others } from '../../tests/people.ts'

const DAY_MS = 24 * 60 * 60_000

let house: TestHouse
beforeEach(async () => {
  house = await openTestHouse()
})
afterEach(() => house.close())

describe('POST /users/register', () => {
  it('makes an account that waits for its email to be verified', async () => {
    const answer = await house.call('POST', '/users/register', { body: ada })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().msg).toBe(SAYS.registered)
    const signIn = await house.call('POST', '/users/login', { body: ada })
    expect(signIn.statusCode).toBe(403)
    expect(signIn.json().message).toBe(SAYS.notVerified)
  })

  it('makes the first account the administrator, and only that one', async () => {
    expect((await house.join(ada)).user).toMatchObject({ isAdmin: true, userNumber: 1 })
    expect((await house.join(ben)).user).toMatchObject({ isAdmin: false, userNumber: 2 })
  })

  it('makes the first account an administrator again when all have left', async () => {
    const first = await house.join(ada)
    await house.call('DELETE', '/users/me', { as: first })
    expect((await house.join(ben)).user).toMatchObject({ isAdmin: true, userNumber: 2 })
    expect((await house.join(cleo)).user.isAdmin).toBe(false)
  })

  it('makes one administrator of many who come to an empty server at once', async () => {
    const first = await house.join(ada)
    await house.call('DELETE', '/users/me', { as: first })
    await Promise.all([ben, cleo, ...others].map((person) => house.register(person)))
    const { db } = house.services
    const users = await db.selectFrom('users').select('is_admin').orderBy('user_number').execute()
    expect(users.map((row) => row.is_admin)).toEqual([1, 0, 0, 0, 0, 0, 0])
  })

  it.each([
    ['username', { username: 'ab' }, SAYS.usernameShort],
    ['username', { username: 'a'.repeat(20) }, SAYS.usernameLong],
    ['username', { username: 'ada lovelace' }, SAYS.usernameCharacters],
    ['username', { username: 'adaé' }, SAYS.usernameCharacters],
    ['username', { username: 42 }, SAYS.usernameShort],
    ['email', { email: '' }, SAYS.emailRequired],
    ['email', { email: 'ada@' }, SAYS.emailInvalid],
    ['email', { email: 'ada@example.org\r\nBcc: ben@example.org' }, SAYS.emailInvalid],
    ['email', { email: `${'a'.repeat(260)}@example.org` }, SAYS.emailInvalid],
    ['password', { password: '' }, SAYS.passwordRequired],
    ['password', { password: 'Ab1!' }, SAYS.passwordShort],
    ['password', { password: 'ABCDEFG1!' }, SAYS.passwordLowercase],
    ['password', { password: 'abcdefg1!' }, SAYS.passwordUppercase],
    ['password', { password: 'Abcdefgh!' }, SAYS.passwordDigit],
    ['password', { password: 'Abcdefgh1' }, SAYS.passwordSpecial],
    ['password', { password: `Ab1!${'x'.repeat(200)}` }, SAYS.passwordLong],
    ['password', { password: 'Ab1!\u0000xxxx' }, SAYS.passwordCharacter],
    ['password', { password: 'Password1!' }, SAYS.passwordCommon],
    ['password', { password: '!!Sunshine2026!' }, SAYS.passwordCommon],
  ])('refuses a %s like %j', async (field, wrong, sentence) => {
    const answer = await house.call('POST', '/users/register', { body: { ...ada, ...wrong } })
    expect(answer.statusCode).toBe(400)
    expect(answer.json()).toMatchObject({ msg: sentence, fields: { [field]: sentence } })
    await house.join(ada)
  })

  it('refuses a username taken in any case, telling it at the field', async () => {
    await house.register(ada)
    const answer = await house.call('POST', '/users/register', {
      body: { ...ben, username: 'ADA' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json()).toMatchObject({
      error: 'conflict',
      fields: { username: SAYS.usernameTaken },
    })
  })

  it('refuses an email taken in any case, telling it at the field', async () => {
    await house.register(ada)
    const answer = await house.call('POST', '/users/register', {
      body: { ...ben, email: 'ADA@Example.org' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().fields).toEqual({ email: SAYS.emailTaken })
  })

  it('numbers simultaneous sign-ups in order and without a gap', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `Guest_${index}`)
    // Every third one comes twice: the loser must not leave a gap.
    const tries = names.flatMap((name, index) => (index % 3 === 0 ? [name, name] : [name]))
    await Promise.all(
      tries.map((username, index) =>
        house.call('POST', '/users/register', {
          body: { username, email: `guest${index}@example.org`, password: ada.password },
        }),
      ),
    )
    const numbers = await house.services.db
      .selectFrom('users')
      .select('user_number')
      .orderBy('user_number')
      .execute()
    expect(numbers.map((row) => row.user_number)).toEqual(names.map((_, index) => index + 1))
  })

  it('ignores what a body claims beyond its fields', async () => {
    await house.join(ada)
    await house.call('POST', '/users/register', {
      body: { ...ben, isAdmin: true, userNumber: 1, _id: 'x', verified_at: 1 },
    })
    await house.verify(ben)
    expect((await house.signIn(ben)).user).toMatchObject({ isAdmin: false, userNumber: 2 })
  })

  it('limits sign-ups from one address to 20 an hour', async () => {
    const limited = await openTestHouse({ rateLimits: true })
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
    await house.register(ada)
    const mail = await house.mailTo(ada.email)
    expect(mail.link).toMatch(/^https:\/\/snug\.example\.org\/verify\/[\w-]{43}$/)
    await house.verify(ada)
    expect((await house.signIn(ada)).user.username).toBe('Ada')
  })

  it('is no error when opened again by someone verified', async () => {
    await house.register(ada)
    await house.verify(ada)
    await house.verify(ada)
  })

  it('refuses a link that is a day old', async () => {
    await house.register(ada)
    const secret = secretIn(await house.mailTo(ada.email))
    house.pass(DAY_MS)
    const answer = await house.call('GET', `/users/verify/${secret}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().msg).toBe(SAYS.verificationFailed)
  })

  it.each(['nonsense', '%00', 'x'.repeat(400), "' or 1=1 --"])('refuses %j', async (secret) => {
    const answer = await house.call('GET', `/users/verify/${encodeURIComponent(secret)}`)
    expect(answer.statusCode).toBe(400)
  })

  it('refuses a reset link', async () => {
    await house.join(ada)
    await house.call('POST', '/users/forgot-password', { body: { email: ada.email } })
    const secret = secretIn(await house.mailTo(ada.email, 1))
    expect((await house.call('GET', `/users/verify/${secret}`)).statusCode).toBe(400)
  })
})

describe('POST /users/resend-verification', () => {
  it('sends a fresh link that ends the older one', async () => {
    await house.register(ada)
    const older = secretIn(await house.mailTo(ada.email))
    const answer = await house.call('POST', '/users/resend-verification', {
      body: { email: 'ADA@example.org' },
    })
    expect(answer.json().msg).toBe(SAYS.verificationMailSent)
    const newer = secretIn(await house.mailTo(ada.email, 1))
    expect((await house.call('GET', `/users/verify/${older}`)).statusCode).toBe(400)
    expect((await house.call('GET', `/users/verify/${newer}`)).statusCode).toBe(200)
  })

  it('answers the same for an address nobody has, and mails nobody', async () => {
    await house.register(ada)
    await house.mailTo(ada.email)
    const known = await house.call('POST', '/users/resend-verification', {
      body: { email: ada.email },
    })
    const unknown = await house.call('POST', '/users/resend-verification', {
      body: { email: cleo.email },
    })
    expect([unknown.statusCode, unknown.body]).toEqual([known.statusCode, known.body])
    await house.mailTo(ada.email, 1)
    expect(house.mails.filter((mail) => mail.to === cleo.email)).toEqual([])
  })

  it('mails nothing to an account that is verified', async () => {
    await house.join(ada)
    await house.call('POST', '/users/resend-verification', { body: { email: ada.email } })
    // A later mail to another has been sent, so this one would have been, too.
    await house.register(ben)
    await house.mailTo(ben.email)
    expect(house.mails.filter((mail) => mail.to === ada.email)).toHaveLength(1)
  })
})

import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/accounts.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { ada, ben, cleo, others } from '../../../tests/people.ts'
import { openTestServer, secretIn, type TestServer } from '../../../tests/test-server.ts'
import { deleteUnverifiedRegistrations } from './registration.ts'

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
    const crowd = [ben, cleo, ...others]
    await Promise.all(crowd.map((person) => server.register(person)))
    await Promise.all(crowd.map((person) => server.verify(person)))
    const { db } = server.services
    const users = await db
      .selectFrom('users')
      .select(['is_admin', 'user_number'])
      .orderBy('user_number')
      .execute()
    expect(users.map((row) => row.is_admin)).toEqual([1, 0, 0, 0, 0, 0, 0])
    expect(users.map((row) => row.user_number)).toEqual([2, 3, 4, 5, 6, 7, 8])
  })

  it.each([
    "a&b/o'neil+snug@example.org",
    '{ada}=x|~^`@mail.example.co.uk',
    'ada@example.xn--p1ai',
    'ada@xn--bcher-kva.example',
  ])('takes %s, as browsers do', async (email) => {
    await server.register({ ...ada, email })
    expect((await server.mailTo(email)).to).toBe(email)
  })

  it.each([
    ['username', { username: 'ab' }, MESSAGES.usernameShort],
    ['username', { username: 'a'.repeat(20) }, MESSAGES.usernameLong],
    ['username', { username: 'ada lovelace' }, MESSAGES.usernameCharacters],
    ['username', { username: 'adaé' }, MESSAGES.usernameCharacters],
    ['username', { username: 42 }, MESSAGES.usernameShort],
    ['email', { email: '' }, MESSAGES.emailRequired],
    ['email', { email: 'ada@' }, MESSAGES.emailInvalid],
    ['email', { email: 'ada@localhost' }, MESSAGES.emailInvalid],
    ['email', { email: 'a..da@example.org' }, MESSAGES.emailInvalid],
    ['email', { email: 'ada@example.org,ben@example.org' }, MESSAGES.emailInvalid],
    ['email', { email: 'Ada <ada@example.org>' }, MESSAGES.emailInvalid],
    ['email', { email: 'ada@-example.org' }, MESSAGES.emailInvalid],
    ['email', { email: 'ada@192.0.2.1' }, MESSAGES.emailInvalid],
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

  it('takes a corrected address by the same password, and ends the link of the one before', async () => {
    await server.register({ ...ada, email: 'aad@example.org' })
    const first = secretIn(await server.mailTo('aad@example.org'))
    const guess = { ...ada, password: 'Lanterns-At-Dusk-7!' }
    const answer = await server.call('POST', '/users/register', { body: guess })
    expect(answer.json().fields).toEqual({ username: MESSAGES.usernameTaken })
    await server.register(ada)
    expect((await server.call('GET', `/users/verify/${first}`)).statusCode).toBe(400)
    await server.verify(ada)
    // A member's name is theirs, whatever is known of the password.
    const again = { ...ada, email: 'other@example.org' }
    expect((await server.call('POST', '/users/register', { body: again })).statusCode).toBe(409)
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

  it.each(['Here', 'Deleted'])(
    'refuses %s, which stands for nobody in a text',
    async (username) => {
      const answer = await server.call('POST', '/users/register', { body: { ...ben, username } })
      expect(answer.statusCode).toBe(409)
      expect(answer.json().fields).toEqual({ username: MESSAGES.usernameTaken })
    },
  )

  it('refuses an email taken in any case, telling it at the field', async () => {
    await server.join(ada)
    const answer = await server.call('POST', '/users/register', {
      body: { ...ben, email: 'ADA@Example.org' },
    })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().fields).toEqual({ email: MESSAGES.emailTaken })
  })

  it('says that an email waits to be verified, so that the mail can be sent again', async () => {
    await server.register(ada)
    const answer = await server.call('POST', '/users/register', { body: ada })
    expect(answer.statusCode).toBe(409)
    expect(answer.json().fields).toEqual({ email: MESSAGES.emailWaiting })
    await server.call('POST', '/users/resend-verification', { body: { email: ada.email } })
    await server.verify(ada, 1)
    await server.signIn(ada)
  })

  describe('that nobody verified', () => {
    // Somebody else, with another password.
    const registerAs = (username: string, email: string, password = ben.password) =>
      server.call('POST', '/users/register', { body: { ...ben, username, email, password } })

    it('holds its name and its address for an hour', async () => {
      await server.register(ada)
      server.pass(HOUR_MS - 1)
      expect((await registerAs('ADA', ben.email)).statusCode).toBe(409)
      expect((await registerAs('Ben', ada.email)).statusCode).toBe(409)
      await server.verify(ada)
      expect((await server.signIn(ada)).user.username).toBe('Ada')
    })

    it.each([
      ['its name', 'ADA', ben.email],
      ['its address', 'Ben', 'ADA@example.org'],
      ['both', ada.username, ada.email],
    ])('makes way after an hour for another that wants %s', async (_what, username, email) => {
      await server.register(ada)
      const older = secretIn(await server.mailTo(ada.email))
      server.pass(HOUR_MS)
      expect((await registerAs(username, email)).statusCode).toBe(201)
      expect((await server.call('GET', `/users/verify/${older}`)).statusCode).toBe(400)
      const earlier = email === ada.email ? 1 : 0
      await server.verify({ ...ada, email }, earlier)
      const { user } = await server.signIn({ ...ben, email })
      expect(user).toMatchObject({ username, userNumber: 1 })
    })

    it('makes way for one of many who want its name at once', async () => {
      await server.register(ada)
      server.pass(HOUR_MS)
      const answers = await Promise.all(
        // With the same password, who comes a moment later has mistyped the address before.
        Array.from({ length: 8 }, (_, index) =>
          registerAs('ada', `guest${index}@example.org`, `${ben.password}-${index}`),
        ),
      )
      const statuses = answers.map(({ statusCode }) => statusCode).sort()
      expect(statuses).toEqual([201, ...Array.from({ length: 7 }, () => 409)])
    })

    it('never makes way once it is verified, however late', async () => {
      await server.join(ada)
      server.pass(72 * HOUR_MS)
      expect((await registerAs('Ada', ben.email)).statusCode).toBe(409)
      await deleteUnverifiedRegistrations(server.services)
      await server.signIn(ada)
    })

    it('is removed after two days, with its links', async () => {
      await server.register(ada)
      await server.mailTo(ada.email)
      await server.join(ben)
      server.pass(48 * HOUR_MS - 1)
      await deleteUnverifiedRegistrations(server.services)
      const { db } = server.services
      const left = () => db.selectFrom('users').select('username').orderBy('id').execute()
      expect(await left()).toEqual([{ username: 'Ada' }, { username: 'Ben' }])
      server.pass(1)
      await deleteUnverifiedRegistrations(server.services)
      expect(await left()).toEqual([{ username: 'Ben' }])
      expect(await db.selectFrom('mailed_links').selectAll().execute()).toHaveLength(1)
      expect((await server.signIn(ben)).user.userNumber).toBe(1)
    })
  })

  it('numbers simultaneous sign-ups as they verify, without a gap', async () => {
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
    const { db } = server.services
    const numbers = () =>
      db.selectFrom('users').select(['email', 'user_number']).orderBy('user_number').execute()
    const registered = await numbers()
    expect(registered.map((row) => row.user_number)).toEqual(names.map(() => null))
    // Each opens the link twice, and one never does.
    const [late = '', ...emails] = registered.map(({ email }) => email)
    const opening = [...emails, ...emails].map((email) => server.verify({ ...ada, email }))
    await Promise.all(opening)
    await server.verify({ ...ada, email: late })
    expect((await numbers()).map((row) => row.user_number)).toEqual(names.map((_, at) => at + 1))
    expect((await numbers()).at(-1)?.email).toBe(late)
  })

  it('ignores what a body claims beyond its fields', async () => {
    await server.join(ada)
    await server.call('POST', '/users/register', {
      body: { ...ben, isAdmin: true, userNumber: 1, _id: 'x', verified_at: 1 },
    })
    await server.verify(ben)
    expect((await server.signIn(ben)).user).toMatchObject({ isAdmin: false, userNumber: 2 })
  })

  it('sends one mailbox five mails an hour, however often the address is corrected', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const statuses: number[] = []
    for (let index = 0; index < 11; index++) {
      const proof = await limited.registrationProof()
      const email = index % 2 === 0 ? ben.email : 'second@example.org'
      const body = { ...ada, email, proof }
      statuses.push((await limited.call('POST', '/users/register', { body })).statusCode)
    }
    await limited.close()
    expect(statuses).toEqual([...Array(10).fill(201), 429])
  })

  it('counts no mail of an invitation that is made up or has ended', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const register = (more: object) =>
      limited.call('POST', '/users/register', { body: { ...ada, ...more } })
    for (let index = 0; index < 6; index++)
      expect((await register({ invite: `x${index}` })).statusCode).toBe(400)
    expect((await register({ proof: await limited.registrationProof() })).statusCode).toBe(201)
    await limited.close()
  })

  it('limits sign-ups from one address to 20 an hour', async () => {
    const limited = await openTestServer({ rateLimits: true })
    const statuses: number[] = []
    for (let index = 0; index < 21; index++) {
      const proof = await limited.registrationProof()
      const body = { ...ada, email: ben.email, username: `Guest_${index}`, proof }
      statuses.push((await limited.call('POST', '/users/register', { body })).statusCode)
    }
    await limited.close()
    expect(statuses.slice(0, 2)).toEqual([201, 409])
    expect(statuses.at(-1)).toBe(429)
  })
})

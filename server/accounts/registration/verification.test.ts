import { describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/accounts.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { SERVER_MESSAGES } from '../../../contract/registration.ts'
import { allMailSent } from '../../../tests/all-mail-sent.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { KEEPS_SCENE, openForEach } from '../../../tests/scenes/scene-for-each.ts'
import { openTestServer, secretIn, type TestServer } from '../../../tests/test-server.ts'
import { deleteExpiredCredentials } from '../expired-credentials.ts'

let server: TestServer
openForEach(async () => {
  server = await openTestServer()
  return server
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
    const path = `/users/verify/${secretIn(await server.mailTo(ada.email))}`
    expect((await server.call('GET', path)).json().email).toBe(ada.email)
    const again = await server.call('GET', path)
    expect([again.statusCode, again.json().email]).toEqual([200, null])
  })

  it('is no error either when opened again after a year', async () => {
    await server.register(ada)
    const path = `/users/verify/${secretIn(await server.mailTo(ada.email))}`
    await server.call('GET', path)
    await server.register(ben)
    const ended = `/users/verify/${secretIn(await server.mailTo(ben.email))}`
    server.pass(365 * DAY_MS)
    await deleteExpiredCredentials(server.services)
    expect((await server.call('GET', path)).statusCode).toBe(200)
    expect((await server.call('GET', ended)).statusCode).toBe(400)
    const { db } = server.services
    expect(await db.selectFrom('mailed_links').select('purpose').execute()).toHaveLength(1)
  })

  it('refuses a link that is a day old', async () => {
    await server.register(ada)
    const secret = secretIn(await server.mailTo(ada.email))
    server.pass(DAY_MS)
    const answer = await server.call('GET', `/users/verify/${secret}`)
    expect(answer.statusCode).toBe(400)
    expect(answer.json().msg).toBe(MESSAGES.verificationFailed)
  })

  it.each(['nonsense', '%00', 'x'.repeat(400), "' or 1=1 --"])(
    'refuses %j',
    KEEPS_SCENE,
    async (secret) => {
      const answer = await server.call('GET', `/users/verify/${encodeURIComponent(secret)}`)
      expect(answer.statusCode).toBe(400)
    },
  )

  it('refuses a reset link', async () => {
    await server.join(ada)
    await server.call('POST', '/users/forgot-password', { body: { email: ada.email } })
    const secret = secretIn(await server.mailTo(ada.email, 1))
    expect((await server.call('GET', `/users/verify/${secret}`)).statusCode).toBe(400)
  })
})

describe('POST /users/verify/{token}', () => {
  const MINE = 'a1'.repeat(32)
  const anothers = { body: { browserSecret: 'b2'.repeat(32) } }
  const mine = { body: { browserSecret: MINE } }
  const post = (secret: string, given: typeof mine) =>
    server.call('POST', `/users/verify/${secret}`, given)
  async function register(person: typeof ada, browserSecret: string | undefined) {
    await server.register({ ...person, ...(browserSecret && { browserSecret }) })
    return secretIn(await server.mailTo(person.email))
  }

  it('signs in the browser that registered, once', async () => {
    const secret = await register(ada, MINE)
    const answer = await post(secret, mine)
    const { msg, session } = answer.json()
    expect([answer.statusCode, msg, session.user.username]).toEqual([200, MESSAGES.verified, 'Ada'])
    expect(answer.headers['set-cookie']).toMatch(/^snug_device=/)
    const token = { headers: { 'x-auth-token': session.token } }
    expect((await server.call('GET', '/users/user', token)).json().email).toBe(ada.email)
    expect((await post(secret, mine)).json()).toMatchObject({
      msg: MESSAGES.verified,
      email: null,
      session: null,
    })
  })

  it('signs in nobody else: not by a link alone, not by a browser alone', async () => {
    const secret = await register(ada, MINE)
    expect((await post('nonsense', mine)).statusCode).toBe(400)
    expect((await post(secret, { body: { browserSecret: '' } })).statusCode).toBe(400)
    // Whoever else opens the link verifies the address, and leaves nothing to sign in with.
    const stolen = await post(secret, anothers)
    expect(stolen.json()).toMatchObject({ msg: MESSAGES.verified, email: ada.email, session: null })
    expect(stolen.headers['set-cookie']).toBeUndefined()
    expect((await post(secret, mine)).json().session).toBeNull()

    const withoutSecret = await register(ben, undefined)
    expect((await post(withoutSecret, mine)).json().session).toBeNull()
    // One browser, two people: each link is of its own account.
    const ofCleo = await register(cleo, MINE)
    expect((await post(secret, mine)).json().session).toBeNull()
    expect((await post(ofCleo, mine)).json().session.user.username).toBe(cleo.username)
  })

  it('signs in nobody who reset the password meanwhile, or has to wait', async () => {
    const secret = await register(ada, MINE)
    await server.call('POST', '/users/forgot-password', { body: { email: ada.email } })
    const reset = secretIn(await server.mailTo(ada.email, 1))
    const body = { password: 'Another-Tea-4!' }
    await server.call('POST', `/users/reset-password/${reset}`, { body })
    expect((await post(secret, mine)).json().session).toBeNull()

    const settings = { registration: 'approval', whoMayInvite: 'everybody', approvalQuestions: [] }
    const as = await server.signIn({ ...ada, ...body })
    await server.call('PUT', '/admin/community', { as, body: settings })
    const waiting = await register(ben, MINE)
    expect((await post(waiting, mine)).json()).toMatchObject({
      msg: SERVER_MESSAGES.waiting,
      session: null,
    })
  })
})

describe('DELETE /users/verify/{token}', () => {
  const remove = (secret: string) => server.call('DELETE', `/users/verify/${secret}`)
  async function secretOf(mailNumber = 0) {
    const mail = await server.mailTo(ada.email, mailNumber)
    expect(mail.text).toContain('registered as Ada ')
    const [, secret] = /This was not me:\n\S+\/not-me\/(\S+)\n/.exec(mail.text) ?? []
    return secret ?? ''
  }

  it('removes the registration at once, and once', async () => {
    await server.register(ada)
    const secret = await secretOf()
    const answer = await remove(secret)
    expect([answer.statusCode, answer.json().msg]).toEqual([200, MESSAGES.registrationRemoved])
    expect((await remove(secret)).json().msg).toBe(MESSAGES.registrationNotRemoved)
    expect((await server.call('GET', `/users/verify/${secret}`)).statusCode).toBe(400)
    await server.register({ ...ben, username: ada.username })
    await server.register({ ...ada, username: 'Ada_2' })
  })

  it('removes nobody who verified', async () => {
    const member = await server.join(ada)
    const secret = await secretOf()
    expect((await remove(secret)).statusCode).toBe(400)
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(200)
    // Nor does the link of a registration end by it.
    expect((await server.call('GET', `/users/verify/${secret}`)).statusCode).toBe(200)
  })

  it('and verifying at the same moment leave one of both', async () => {
    for (let round = 0; round < 5; round++) {
      const person = { ...ada, username: `Ada_${round}`, email: `ada${round}@example.org` }
      await server.register(person)
      const secret = secretIn(await server.mailTo(person.email))
      const answers = await Promise.all([
        remove(secret),
        server.call('GET', `/users/verify/${secret}`),
      ])
      expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
    }
  })

  it('refuses what is no link of ours', async () => {
    await server.register(ada)
    await server.join(ben)
    await server.call('POST', '/users/forgot-password', { body: { email: ben.email } })
    const reset = secretIn(await server.mailTo(ben.email, 1))
    for (const secret of ['nonsense', '%00', reset])
      expect((await remove(secret)).statusCode).toBe(400)
    await server.verify(ada)
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
    await allMailSent(server)
    expect(server.mails.filter((mail) => mail.to === cleo.email)).toEqual([])
  })

  it('asks for the address where there is none', async () => {
    for (const body of [{}, { email: ' ' }]) {
      const answer = await server.call('POST', '/users/resend-verification', { body })
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ email: MESSAGES.resendEmailMissing })
    }
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

import { describe, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import type { MailKind } from '../../contract/failed-mails.ts'
import { ada, ben, cleo, others, type Person } from '../../tests/people.ts'
import { newPersonForEach } from '../../tests/scenes/new-person-for-each.ts'
import { type Member, openTestServer, secretIn, type TestServer } from '../../tests/test-server.ts'
import type { Composer } from '../mail/outbox.ts'
import { utcMinute } from '../platform/timestamps.ts'
import { accountMails } from './account-mails.ts'
import { accountSecurityMails } from './account-security-mails.ts'

const NEW_PASSWORD = 'Quiet-Lamp-7!'

let server: TestServer
let person: Person
let member: Member
let another: (name: string) => Person
newPersonForEach((scene) => {
  ;({ server, person, member, another } = scene)
})

const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const fresh = (name: string) => another(name).email
/** From a browser and a network that are new, which a mail tells. */
const signInElsewhere = (email = person.email) =>
  server.call('POST', '/users/login', {
    body: { ...person, email },
    ...{ remoteAddress: '198.51.100.7', headers: { 'user-agent': 'Firefox/140.0' } },
  })

describe('PUT /users/email', () => {
  const ask = (email: string, as = member) =>
    server.call('PUT', '/users/email', { as, body: { email } })
  async function changeTo(email: string) {
    const former = (
      await server.services.db
        .selectFrom('users')
        .select('email')
        .where('id', '=', member.id)
        .executeTakeFirstOrThrow()
    ).email
    const before = mailsTo(former).length
    expect((await ask(email)).statusCode).toBe(200)
    const secret = secretIn(await server.mailTo(email))
    expect((await server.call('POST', `/users/email/${secret}`)).statusCode).toBe(200)
    return server.mailTo(former, before)
  }

  it('changes it when the link in the new mailbox is opened, and tells the former one', async () => {
    expect((await ask(fresh('new'))).statusCode).toBe(200)
    await server.signIn(person)
    const secret = secretIn(await server.mailTo(fresh('new')))
    const before = mailsTo(person.email).length
    expect((await server.call('POST', `/users/email/${secret}`)).statusCode).toBe(200)
    await server.signIn({ ...person, email: fresh('new') })
    expect((await server.mailTo(person.email, before)).subject).toMatch(/address .* changed/)
    expect((await server.call('POST', `/users/email/${secret}`)).statusCode).toBe(400)
  })

  it('is taken back from the former mailbox, whatever came after', async () => {
    const undo = secretIn(await changeTo(fresh('thief')))
    const undoOfThief = secretIn(await changeTo(fresh('other')))
    server.pass(6 * DAY_MS)
    const answer = await server.call('POST', `/users/email-undo/${undo}`)
    expect(answer.statusCode).toBe(200)
    expect(answer.json().resetToken).toMatch(/^[\w-]{43}$/)
    expect((await server.call('GET', '/users/user', { as: member })).statusCode).toBe(401)
    await server.signIn(person)
    const again = await server.call('POST', `/users/email-undo/${undoOfThief}`)
    expect(again.statusCode).toBe(400)
    await server.signIn(person)
  })

  it('is not held up by a registration with that address that nobody verified', async () => {
    const registerWith = (email: string) => server.register({ ...another('Emil'), email })
    expect((await ask(fresh('new'))).statusCode).toBe(200)
    const secret = secretIn(await server.mailTo(fresh('new')))
    await registerWith(fresh('new'))
    const before = mailsTo(person.email).length
    expect((await server.call('POST', `/users/email/${secret}`)).statusCode).toBe(200)
    const undo = secretIn(await server.mailTo(person.email, before))
    await registerWith(person.email)
    // Whoever only asks for the address has proved nothing.
    expect((await ask(person.email)).statusCode).toBe(409)
    expect((await server.call('POST', `/users/email-undo/${undo}`)).statusCode).toBe(200)
    await server.signIn(person)
  })

  it('taken back leaves nothing to who had the mailbox meanwhile', async () => {
    const undo = secretIn(await changeTo(fresh('thief')))
    const stranger = await signInElsewhere(fresh('thief'))
    expect(stranger.statusCode).toBe(200)
    const told = secretIn(await server.mailTo(fresh('thief'), 1))
    expect((await server.call('POST', `/users/email-undo/${undo}`)).statusCode).toBe(200)
    expect((await server.call('POST', `/users/not-me/${told}`)).statusCode).toBe(400)
  })

  it('taken back leaves no mail that would take it away again', async () => {
    const undo = secretIn(await changeTo(fresh('thief')))
    const { clock, db, outbox } = server.services
    const userId = Number(member.user._id)
    const late = { userId, formerEmail: fresh('thief'), at: clock() }
    const early = { ...late, formerEmail: fresh('first'), at: clock() - 2 * DAY_MS }
    await db.transaction().execute(async (trx) => {
      await outbox.queue(trx, 'email-changed', early)
      await outbox.queue(trx, 'email-changed', late)
      await outbox.queue(trx, 'change-email', { userId, newEmail: fresh('third') })
      // As after a try that failed.
      await trx
        .updateTable('mail_outbox')
        .set({ next_attempt_at: clock() + DAY_MS })
        .execute()
    })
    const queued = async () =>
      (await db.selectFrom('mail_outbox').select('payload').execute()).filter(
        ({ payload }) => JSON.parse(payload).userId === userId,
      )
    expect(await queued()).toHaveLength(3)
    expect((await server.call('POST', `/users/email-undo/${undo}`)).statusCode).toBe(200)
    // Whose address it was before all of it is still to be told.
    expect(await queued()).toEqual([{ payload: JSON.stringify(early) }])
  })

  it.each([
    [
      'another password',
      () =>
        server.call('PUT', '/users/password', {
          as: member,
          body: { currentPassword: person.password, password: NEW_PASSWORD },
        }),
    ],
    [
      'the link in the mail about a new sign-in',
      async () => {
        const before = mailsTo(person.email).length
        await signInElsewhere()
        const secret = secretIn(await server.mailTo(person.email, before))
        return server.call('POST', `/users/not-me/${secret}`)
      },
    ],
    [
      'a password chosen by mail',
      async () => {
        const before = mailsTo(person.email).length
        await server.call('POST', '/users/forgot-password', { body: { email: person.email } })
        const secret = secretIn(await server.mailTo(person.email, before))
        const body = { password: NEW_PASSWORD }
        return server.call('POST', `/users/reset-password/${secret}`, { body })
      },
    ],
  ])('is not changed any more after %s', async (_what, act) => {
    expect((await ask(fresh('thief'))).statusCode).toBe(200)
    const secret = secretIn(await server.mailTo(fresh('thief')))
    expect((await act()).statusCode).toBe(200)
    expect((await server.call('POST', `/users/email/${secret}`)).statusCode).toBe(400)
  })

  it('refuses an address of somebody else, also when they took it meanwhile', async () => {
    const other = another('Cleo')
    expect((await ask(other.email)).statusCode).toBe(200)
    const secret = secretIn(await server.mailTo(other.email))
    await server.join(other)
    expect((await server.call('POST', `/users/email/${secret}`)).statusCode).toBe(409)
    expect((await ask(other.email.toUpperCase())).statusCode).toBe(409)
    expect((await ask(person.email)).statusCode).toBe(400)
  })
})

it('is sent to one mailbox five times an hour, however many ask for it', async () => {
  const limited = await openTestServer({ rateLimits: true })
  const members = [await limited.join(ada), await limited.join(ben)]
  const askBoth = async (email: string) => {
    for (const as of members)
      statuses.push((await limited.call('PUT', '/users/email', { as, body: { email } })).statusCode)
  }
  const statuses: number[] = []
  const stranger = 'stranger@example.org'
  for (const email of [stranger, stranger.toUpperCase(), stranger]) await askBoth(email)
  await askBoth('other@example.org')
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429, 200, 200])
  // Those that were refused count for nobody.
  const late = 'late@example.org'
  await limited.register({ ...(others[0] as Person), email: late })
  const third = await limited.join(cleo)
  for (let count = 0; count < 5; count++)
    expect(
      (await limited.call('PUT', '/users/email', { as: third, body: { email: late } })).statusCode,
    ).toBe(409)
  limited.pass(DAY_MS / 24)
  const as = await limited.signIn(ben)
  const answer = await limited.call('PUT', '/users/email', { as, body: { email: late } })
  expect(answer.statusCode).toBe(200)
  await limited.close()
})

describe('a mail with a way into the account', () => {
  type Composers = Partial<Record<MailKind, Composer>>
  const composersOf = (services: TestServer['services']): Composers => ({
    ...accountMails(services),
    ...accountSecurityMails(services),
  })

  it.each(['new-sign-in', 'reset-password'] as const)(
    'goes to no mailbox that it has no longer: %s',
    async (kind) => {
      const { services } = server
      const userId = Number(member.user._id)
      // What is read after the address was.
      const read = async () => {
        const given = { email: fresh('owner'), email_key: fresh('owner') }
        const move = services.db.updateTable('users').set(given)
        await move.where('id', '=', userId).execute()
        return services.community.read()
      }
      const composers = composersOf({ ...services, community: { ...services.community, read } })
      const where = { agent: '', network: '198.51.100.0/24', at: 0 }
      const composing = composers[kind]?.(
        { email: person.email, userId, ...where },
        async () => true,
      )
      await expect(composing).rejects.toThrow('another mailbox')
    },
  )

  it.each(['change-email', 'email-changed'] as const)(
    'brings none that was taken back as it was made: %s',
    async (kind) => {
      const addresses = { newEmail: fresh('thief'), formerEmail: fresh('thief') }
      const payload = { userId: Number(member.user._id), ...addresses, at: server.services.clock() }
      const compose = composersOf(server.services)[kind]
      await expect(compose?.(payload, async () => false)).rejects.toThrow('taken back')
      expect(await compose?.(payload, async () => true)).toMatchObject({ to: fresh('thief') })
    },
  )

  it('says until when the way back leads, however late it is sent', async () => {
    const at = server.services.clock() - 2 * DAY_MS
    const payload = { userId: Number(member.user._id), formerEmail: fresh('former'), at }
    const mail = await composersOf(server.services)['email-changed']?.(payload, async () => true)
    expect(mail?.closing).toContain(`works once, until ${utcMinute(at + 7 * DAY_MS)}.`)
  })

  it('is not sent where only the case of the address changed', async () => {
    const { email } = person
    const payload = { userId: Number(member.user._id), formerEmail: email.toUpperCase(), at: 0 }
    const compose = composersOf(server.services)['email-changed']
    expect(await compose?.(payload, async () => true)).toBeNull()
  })
})

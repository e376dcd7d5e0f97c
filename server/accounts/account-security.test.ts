import { describe, expect, it } from 'vitest'
import { MESSAGES, type OwnSession } from '../../contract/account-security.ts'
import { MESSAGES as ACCOUNT_MESSAGES } from '../../contract/accounts.ts'
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts'
import { allMailSent } from '../../tests/all-mail-sent.ts'
import type { Person } from '../../tests/people.ts'
import { newPersonForEach } from '../../tests/scenes/new-person-for-each.ts'
import { type Member, secretIn, type TestServer } from '../../tests/test-server.ts'
import { deleteExpiredCredentials } from './expired-credentials.ts'

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
const NEW_PASSWORD = 'Quiet-Lamp-7!'

let server: TestServer
let person: Person
let member: Member
let another: (name: string) => Person
newPersonForEach((scene) => {
  ;({ server, person, member, another } = scene)
})

const isLive = async ({ token }: { token: string }) =>
  (await server.call('GET', '/users/user', { as: { token } })).statusCode === 200
const sessionsOf = async (as: Member) =>
  (await server.call('GET', '/users/sessions', { as })).json<OwnSession[]>()
const mailsTo = (email: string) => server.mails.filter(({ to }) => to === email)
const signInFrom = (address: string, agent: string, cookie = '') =>
  server.call('POST', '/users/login', {
    body: person,
    ...{ remoteAddress: address, headers: { 'user-agent': agent, cookie } },
  })

describe('the devices of an account', () => {
  it('are listed with what and where they are, and end one by one', async () => {
    const elsewhere = (await signInFrom('203.0.113.9', FIREFOX)).json<Member>()
    const sessions = await sessionsOf(member)
    expect(
      sessions.map(({ agent, network, isCurrent }) => ({ agent, network, isCurrent })),
    ).toEqual(
      expect.arrayContaining([
        { agent: 'Firefox on Linux', network: '203.0.113.0/24', isCurrent: false },
        expect.objectContaining({ isCurrent: true }),
      ]),
    )
    const other = sessions.find(({ isCurrent }) => !isCurrent)?._id
    const end = () => server.call('DELETE', `/users/sessions/${other}`, { as: member })
    const answer = await end()
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, undefined])
    expect(await isLive(elsewhere)).toBe(false)
    expect(await isLive(member)).toBe(true)
    expect((await end()).statusCode).toBe(404)
  })

  it('take the pictures out of the browser with them, where it is the one that asks', async () => {
    const current = (await sessionsOf(member)).find(({ isCurrent }) => isCurrent)
    const answer = await server.call('DELETE', `/users/sessions/${current?._id}`, { as: member })
    expect([answer.statusCode, answer.headers['clear-site-data']]).toEqual([200, '"cache"'])
    expect(await isLive(member)).toBe(false)
  })

  it('say which network each was used from last', async () => {
    const { token } = (await signInFrom('203.0.113.9', FIREFOX)).json<Member>()
    const refresh = { body: { token }, remoteAddress: '198.51.100.7' }
    await server.call('POST', '/users/refresh-token', refresh)
    const networks = (await sessionsOf(member)).map(({ network }) => network)
    expect(networks).toContain('198.51.100.0/24')
    expect(networks).not.toContain('203.0.113.0/24')
  })

  it('are nobody else’s to see or to end', async () => {
    const stranger = await server.join(another('Cleo'))
    const [mine] = await sessionsOf(member)
    expect((await sessionsOf(stranger)).map(({ _id }) => _id)).not.toContain(mine?._id)
    const answer = await server.call('DELETE', `/users/sessions/${mine?._id}`, { as: stranger })
    expect(answer.statusCode).toBe(404)
    expect(await isLive(member)).toBe(true)
  })

  it('are signed out all but this one', async () => {
    const elsewhere = await server.signIn(person)
    await server.call('DELETE', '/users/sessions', { as: member })
    expect(await isLive(elsewhere)).toBe(false)
    expect((await sessionsOf(member)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  })

  it('are a hundred at most: one more ends the one used longest ago', async () => {
    const { db, clock } = server.services
    const own = () => db.selectFrom('sessions').selectAll().where('user_id', '=', member.id)
    const [row] = await own().execute()
    if (!row) throw new Error('Nobody is signed in.')
    const used = { ...row, refreshed_at: clock() - DAY_MS }
    const others = Array.from({ length: 99 }, (_, n) => ({ ...used, id: `${row.id}-${n}` }))
    const [oldest, second] = others.map((each, n) => ({ ...each, refreshed_at: n + 1 }))
    if (!oldest || !second) throw new Error('There are too few.')
    await db
      .insertInto('sessions')
      .values([oldest, second, ...others.slice(2)])
      .execute()
    const latest = await server.signIn(person)
    expect([await isLive(latest), await isLive(member)]).toEqual([true, true])
    const ids = (await own().execute()).map(({ id }) => id)
    expect([ids.length, ids.includes(oldest.id), ids.includes(second.id)]).toEqual([
      100,
      false,
      true,
    ])
    expect(await sessionsOf(latest)).toHaveLength(100)
  })

  it('live on as long as they are used', async () => {
    let { token } = await server.signIn(person, true)
    const refresh = () => server.call('POST', '/users/refresh-token', { body: { token } })
    for (let day = 0; day < 200; day += 20) {
      server.pass(20 * DAY_MS)
      const answer = await refresh()
      expect(answer.statusCode).toBe(200)
      token = answer.json<{ token: string }>().token
    }
    server.pass(31 * DAY_MS)
    expect((await refresh()).statusCode).toBe(401)
  })
})

describe('the mail about a new sign-in', () => {
  it('comes where browser and network are new, and its link signs everybody out', async () => {
    const before = mailsTo(person.email).length
    const stranger = (await signInFrom('198.51.100.7', FIREFOX)).json<Member>()
    const mail = await server.mailTo(person.email, before)
    expect(mail.subject).toBe('New sign-in to Snug')
    expect(mail.text).toContain('Firefox on Linux, from the network 198.51.100.0/24')
    expect(mail.text).toContain('This wasn’t me:')
    expect(mail.text).toContain('The link works once, for 7 days. If it was you,')
    await signInFrom('198.51.100.8', FIREFOX)
    await allMailSent(server)
    expect(mailsTo(person.email)).toHaveLength(before + 1)
    const link = `/users/not-me/${secretIn(mail)}`
    const answer = await server.call('POST', link)
    expect(answer.statusCode).toBe(200)
    expect([await isLive(stranger), await isLive(member)]).toEqual([false, false])
    const { resetToken } = answer.json<{ resetToken: string }>()
    const reset = await server.call('POST', `/users/reset-password/${resetToken}`, {
      body: { password: NEW_PASSWORD },
    })
    expect(reset.statusCode).toBe(200)
    expect((await server.call('POST', link)).statusCode).toBe(400)
  })

  it('comes again from where nobody signed in for ninety days', async () => {
    const before = mailsTo(person.email).length
    for (const mail of [before, before + 1]) {
      await signInFrom('198.51.100.7', FIREFOX)
      expect((await server.mailTo(person.email, mail)).subject).toBe('New sign-in to Snug')
      server.pass(91 * DAY_MS)
    }
  })

  it('comes of no session that goes on where it began, and of one that was taken elsewhere', async () => {
    const before = mailsTo(person.email).length
    const from = { remoteAddress: '198.51.100.7', headers: { 'user-agent': FIREFOX } }
    const body = { ...person, rememberMe: true }
    const signedIn = await server.call('POST', '/users/login', { body, ...from })
    let { token } = signedIn.json<Member>()
    await server.mailTo(person.email, before)
    for (let day = 0; day < 100; day += 20) {
      server.pass(20 * DAY_MS)
      for (const remoteAddress of [from.remoteAddress, '203.0.113.9']) {
        const refresh = { body: { token }, remoteAddress }
        const answer = await server.call('POST', '/users/refresh-token', refresh)
        token = answer.json<{ token: string }>().token
      }
      await deleteExpiredCredentials(server.services)
    }
    const known = server.services.db.selectFrom('seen_devices').selectAll()
    expect(await known.where('user_id', '=', member.id).execute()).toHaveLength(1)
    await signInFrom(from.remoteAddress, FIREFOX)
    await signInFrom('203.0.113.9', FIREFOX)
    const mail = await server.mailTo(person.email, before + 1)
    expect(mail.text).toContain('from the network 203.0.113.0/24')
    expect(mailsTo(person.email)).toHaveLength(before + 2)
  })

  it('comes from another network on a device that is known, too', async () => {
    const before = mailsTo(person.email).length
    const first = await signInFrom('198.51.100.7', FIREFOX)
    const [cookie] = String(first.headers['set-cookie']).split(';')
    await server.mailTo(person.email, before)
    const again = await signInFrom('198.51.100.8', FIREFOX, cookie)
    const stolen = await signInFrom('203.0.113.9', FIREFOX, cookie)
    // It was known both times: it got no other mark.
    for (const answer of [again, stolen])
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([200, undefined])
    const mail = await server.mailTo(person.email, before + 1)
    expect(mail.text).toContain('Firefox on Linux, from the network 203.0.113.0/24')
    expect(mailsTo(person.email)).toHaveLength(before + 2)
  })

  it('comes to who stayed away for so long that nothing of them is remembered', async () => {
    const before = mailsTo(person.email).length
    server.pass(91 * DAY_MS)
    await deleteExpiredCredentials(server.services)
    await signInFrom('198.51.100.7', FIREFOX)
    expect((await server.mailTo(person.email, before)).subject).toBe('New sign-in to Snug')
  })
})

describe('PUT /users/password', () => {
  const change = (currentPassword: unknown, password: unknown, as = member) =>
    server.call('PUT', '/users/password', { as, body: { currentPassword, password } })

  it('changes it, signs every other device out and mails the owner', async () => {
    const elsewhere = await server.signIn(person)
    const before = mailsTo(person.email).length
    const answer = await change(person.password, NEW_PASSWORD)
    expect(answer.json().msg).toBe(MESSAGES.passwordChanged)
    expect([await isLive(member), await isLive(elsewhere)]).toEqual([true, false])
    const mail = await server.mailTo(person.email, before)
    expect(mail.subject).toMatch(/was changed/)
    expect(mail.text).toMatch(
      /changed on one of your devices at [\d-]+ [\d:]+ UTC, and every other/,
    )
    await server.signIn({ ...person, password: NEW_PASSWORD })
    expect((await server.call('POST', '/users/login', { body: person })).statusCode).toBe(400)
  })

  it('refuses a wrong password and a weak one at their fields, and changes nothing', async () => {
    const wrong = await change('Not-My-Password-1!', NEW_PASSWORD)
    expect([wrong.statusCode, wrong.json().fields]).toEqual([
      400,
      { currentPassword: MESSAGES.passwordWrong },
    ])
    const weak = await change(person.password, 'short')
    expect(weak.json().fields).toEqual({ password: ACCOUNT_MESSAGES.passwordShort })
    await server.signIn(person)
  })

  it('lets one of two changes at once win', async () => {
    const answers = await Promise.all([
      change(person.password, 'First-Lamp-7!'),
      change(person.password, 'Second-Lamp-7!'),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 400])
  })
})

describe('what could do harm', () => {
  it('asks for the password again when it was typed a while ago', async () => {
    server.pass(16 * MINUTE_MS)
    const { token } = (
      await server.call('POST', '/users/refresh-token', { body: { token: member.token } })
    ).json<{ token: string }>()
    const as = { ...member, token }
    const act = () => server.call('DELETE', '/users/me', { as })
    expect([(await act()).statusCode, (await act()).json().error]).toEqual([
      403,
      'confirmation_needed',
    ])
    const confirm = (password: string) =>
      server.call('POST', '/users/confirm', { as, body: { password } })
    expect((await confirm('Not-Mine-1!')).statusCode).toBe(400)
    expect((await act()).statusCode).toBe(403)
    expect((await confirm(person.password)).statusCode).toBe(200)
    expect((await act()).statusCode).toBe(200)
  })
})

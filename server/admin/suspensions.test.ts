import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import { SERVER_MESSAGES as REPORT_MESSAGES } from '../../contract/reports.ts'
import { MESSAGES } from '../../contract/suspension.ts'
import { callAs, readAs } from '../../tests/actions/calls.ts'
import { post } from '../../tests/actions/post-actions.ts'
import { afterFirstAnswer } from '../../tests/after-first-answer.ts'
import { ada, ben, cleo } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { endSuspensions } from '../accounts/suspension.ts'
import { suspendMember } from './suspensions.ts'

let server: TestServer
let administrator: Member
let author: Member
let reporter: Member
beforeAll(async () => {
  server = await openTestServer()
  administrator = await server.join(ada)
  author = await server.join(ben)
  reporter = await server.join(cleo)
})
afterAll(() => server.close())

const news = async (as: Member): Promise<string[]> =>
  (await readAs(server, as, '/notifications')).map(({ text }: { text: string }) => text)
const { email, password } = ben
const signIn = () => server.call('POST', '/users/login', { body: { email, password } })
const appeal = (text: string) =>
  server.call('POST', '/users/appeal', { body: { email, password, text } })
const status = () => server.call('POST', '/users/suspension', { body: { email, password } })

describe('who is suspended', () => {
  it('is signed out, reads why, writes once, is answered, and comes back with all there was', async () => {
    const { _id } = await post(server, author, 'Still mine')
    const reported = { kind: 'post', id: _id, reason: 'unkind' }
    await callAs(server, reporter, 'POST', '/reports', reported)
    const { things } = await readAs(server, administrator, '/admin/reports?state=open')
    const decision = { act: 'suspend', days: null, text: 'Too unkind' }
    const decide = `/admin/reports/${things[0]._id}/decision`
    expect((await callAs(server, administrator, 'POST', decide, decision)).statusCode).toBe(200)
    expect((await server.call('GET', '/users/user', { as: author })).statusCode).toBe(401)
    const mailed = () => server.mails.find(({ subject }) => subject.includes('is suspended'))
    await expect.poll(() => mailed()?.text).toContain('Too unkind')
    expect(mailed()).toMatchObject({ to: ben.email, link: 'https://snug.example.org/login' })
    const path = `/posts/${_id}`
    expect((await server.call('GET', path, { as: reporter })).statusCode).toBe(404)
    const refused = await signIn()
    expect([refused.statusCode, refused.json().error]).toEqual([403, 'suspended'])
    expect(refused.json().msg).toBe(MESSAGES.suspended(null, 'Too unkind'))
    expect((await status()).json()).toEqual({ until: null, reason: 'Too unkind', appeal: null })
    expect((await appeal('I am sorry')).statusCode).toBe(201)
    expect((await appeal('Really')).statusCode).toBe(409)
    const told = (await news(administrator)).filter((text) => text === MESSAGES.appealWaits)
    expect(told).toHaveLength(1)
    expect(await readAs(server, administrator, '/admin/suspensions')).toMatchObject([
      { member: { username: 'Ben' }, appeal: { text: 'I am sorry', answer: '' } },
    ])
    const body = { text: 'Wait a little.' }
    const subject = `/admin/user/${author.user._id}`
    await server.call('POST', `${subject}/answer`, { as: administrator, body })
    expect((await status()).json().appeal).toMatchObject({ answer: 'Wait a little.' })
    await server.call('POST', `${subject}/lift`, { as: administrator, body: { text: 'Welcome.' } })
    const mailedBack = () => server.mails.find(({ subject }) => subject.endsWith('again'))
    await expect.poll(() => mailedBack()?.text).toContain(MESSAGES.lifted('Welcome.'))
    expect(mailedBack()).toMatchObject({ to: ben.email, link: 'https://snug.example.org/login' })
    // What they had before stays ended.
    expect((await server.call('GET', '/users/user', { as: author })).statusCode).toBe(401)
    author = await server.signIn(ben)
    expect((await news(author))[0]).toBe(MESSAGES.lifted('Welcome.'))
    expect((await server.call('GET', path, { as: reporter })).statusCode).toBe(200)
    expect((await status()).statusCode).toBe(404)
  })

  it('comes back by themself when the time is over', async () => {
    const body = { days: 1, text: 'Take a day off' }
    const subject = `/admin/user/${author.user._id}/suspend`
    await server.call('POST', subject, { as: administrator, body })
    server.pass(23 * HOUR_MS)
    await endSuspensions(server.services)
    expect((await signIn()).json().msg).toContain('Take a day off')
    server.pass(2 * HOUR_MS)
    await endSuspensions(server.services)
    author = await server.signIn(ben)
    administrator = await server.signIn(ada)
    reporter = await server.signIn(cleo)
  })

  it('stays out who is suspended anew at the moment of the end', async () => {
    const both = [author, reporter]
    const suspended = () =>
      server.services.db
        .selectFrom('users')
        .select('id')
        .where('suspended_until', 'is not', null)
        .execute()
    for (const { id } of both)
      await suspendMember(null, server.services, id, { days: 1, reason: 'A day off' })
    server.pass(25 * HOUR_MS)
    // Both have been found by then.
    const found = afterFirstAnswer(server.services.db, () =>
      suspendMember(null, server.services, author.id, { days: 7, reason: 'Again' }),
    )
    await endSuspensions({ ...server.services, db: found })
    expect(await suspended()).toEqual([{ id: author.id }])
    server.pass(8 * 24 * HOUR_MS)
    await endSuspensions(server.services)
    expect(await suspended()).toEqual([])
    author = await server.signIn(ben)
    administrator = await server.signIn(ada)
    reporter = await server.signIn(cleo)
  })

  it('stays out as long as the longest says, and what they wrote waits on', async () => {
    const suspend = async (days: number | null, text: string) => {
      const path = `/admin/user/${author.user._id}/suspend`
      const answer = await callAs(server, administrator, 'POST', path, { days, text })
      return answer.json().msg
    }
    const end = server.services.clock() + 30 * 24 * HOUR_MS
    expect(await suspend(30, 'Too unkind')).toBe(MESSAGES.suspendedNow)
    expect((await appeal('I am sorry')).statusCode).toBe(201)
    expect(await suspend(1, 'Sells things')).toBe(MESSAGES.suspendedLonger(end))
    expect((await status()).json()).toMatchObject({
      ...{ until: new Date(end).toISOString(), reason: 'Sells things' },
      appeal: { text: 'I am sorry', answer: '' },
    })
    const mailed = () => server.mails.find(({ text }) => text?.includes('Sells things'))
    await expect.poll(() => mailed()?.text).toContain(MESSAGES.suspended(end, 'Sells things'))
    expect(await suspend(null, 'Enough')).toBe(MESSAGES.suspendedNow)
    expect(await suspend(7, 'Once more')).toBe(MESSAGES.suspendedLonger(null))
    expect((await status()).json()).toMatchObject({ until: null, reason: 'Once more' })
    // Who was answered may write of what is decided now.
    const subject = `/admin/user/${author.user._id}`
    await callAs(server, administrator, 'POST', `${subject}/answer`, { text: 'Not yet.' })
    await suspend(1, 'And again')
    expect((await status()).json()).toMatchObject({ until: null, appeal: null })
    await callAs(server, administrator, 'POST', `${subject}/lift`, { text: 'Welcome.' })
    // What comes after it was lifted, or after its end, is another one.
    await suspend(1, 'A day off')
    expect((await appeal('Really?')).statusCode).toBe(201)
    server.pass(25 * HOUR_MS)
    administrator = await server.signIn(ada)
    expect(await suspend(7, 'Again')).toBe(MESSAGES.suspendedNow)
    expect((await status()).json()).toMatchObject({ reason: 'Again', appeal: null })
    await callAs(server, administrator, 'POST', `${subject}/lift`, { text: 'Welcome.' })
    author = await server.signIn(ben)
    reporter = await server.signIn(cleo)
  })

  it('is told as that to administrators who decide another report', async () => {
    const { _id } = await post(server, author, 'Unkind again')
    await callAs(server, reporter, 'POST', '/reports', { kind: 'post', id: _id, reason: 'unkind' })
    const [before] = (await readAs(server, administrator, '/admin/reports?state=open')).things
    expect(before.isSuspended).toBe(false)
    await suspendMember(null, server.services, author.id, { days: null, reason: 'Sells things' })
    const [thing] = (await readAs(server, administrator, '/admin/reports?state=open')).things
    expect(thing.isSuspended).toBe(true)
    const decide = `/admin/reports/${thing._id}/decision`
    const decision = { act: 'suspend', days: 1, text: 'Too unkind' }
    const answer = await callAs(server, administrator, 'POST', decide, decision)
    expect(answer.json().msg).toBe(`${REPORT_MESSAGES.decided} ${MESSAGES.suspendedLonger(null)}`)
    const lift = `/admin/user/${author.user._id}/lift`
    await callAs(server, administrator, 'POST', lift, { text: 'Welcome.' })
    author = await server.signIn(ben)
  })

  it('is suspended whatever else administrators do at the same moment', async () => {
    const subjects = [author, reporter, author, reporter, author, reporter, author, reporter]
    const answers = await Promise.all(
      subjects.map(({ user }) =>
        server.call('POST', `/admin/user/${user._id}/suspend`, {
          ...{ as: administrator, body: { days: 1, text: 'A day off' } },
        }),
      ),
    )
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(subjects.map(() => 200))
    const lift = { as: administrator, body: { text: 'Welcome.' } }
    const ofThemself = await Promise.all(
      subjects.map(() => server.call('POST', `/admin/user/${administrator.user._id}/lift`, lift)),
    )
    expect(ofThemself.map(({ statusCode }) => statusCode)).toEqual(subjects.map(() => 404))
    server.pass(25 * HOUR_MS)
    await endSuspensions(server.services)
    author = await server.signIn(ben)
    administrator = await server.signIn(ada)
    reporter = await server.signIn(cleo)
  })

  it('writes to nobody who is let in while the password is looked at', async () => {
    const subject = `/admin/user/${author.user._id}`
    await suspendMember(null, server.services, author.id, { days: 1, reason: 'A day off' })
    const { passwords, db } = server.services
    const verify = passwords.verify.bind(passwords)
    vi.spyOn(passwords, 'verify').mockImplementationOnce(async (...given) => {
      const isRight = await verify(...given)
      const body = { text: 'Welcome.' }
      const lifted = await server.call('POST', `${subject}/lift`, { as: administrator, body })
      expect(lifted.statusCode).toBe(200)
      return isRight
    })
    const answer = await appeal('I am sorry')
    expect([answer.statusCode, answer.json().msg]).toEqual([404, MESSAGES.notSuspended])
    expect(await db.selectFrom('appeals').select('user_id').execute()).toEqual([])
    author = await server.signIn(ben)
  })

  it('is not the last administrator, nor who does it, nor known to who has not the password', async () => {
    const subject = `/admin/user/${administrator.user._id}/suspend`
    const body = { days: 1, text: 'Enough' }
    const own = await server.call('POST', subject, { as: administrator, body })
    expect([own.statusCode, own.json().msg]).toEqual([400, MESSAGES.oneself])
    const byNobody = suspendMember(null, server.services, administrator.id, {
      ...{ days: 1, reason: 'Enough' },
    })
    await expect(byNobody).rejects.toThrow(MESSAGES.lastAdministrator)
    const guess = { email, password: 'Wrong-Password-1!' }
    const answer = await server.call('POST', '/users/suspension', { body: guess })
    expect(answer.statusCode).toBe(400)
  })
})

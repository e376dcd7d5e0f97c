import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/accounts.ts'
import {
  MESSAGES as ADMISSION_MESSAGES,
  WAITING_SHOWN_MAX,
  type WaitingList,
  type WaitingPerson,
} from '../../../contract/admission.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import {
  MESSAGES as REGISTRATION_MESSAGES,
  SERVER_MESSAGES,
} from '../../../contract/registration.ts'
import { registrationActions } from '../../../tests/actions/registration-actions.ts'
import { allMailSent } from '../../../tests/all-mail-sent.ts'
import { memberRow } from '../../../tests/member-rows.ts'
import {
  ada,
  ben,
  ivy,
  jon,
  kim,
  lea,
  max,
  nora,
  olga,
  others,
  pia,
} from '../../../tests/people.ts'
import {
  type Member,
  openTestServer,
  secretIn,
  type TestServer,
} from '../../../tests/test-server.ts'
import { deleteUnverifiedRegistrations } from './registration.ts'

// Who waits to be let in, and what administrators decide of them.

const QUESTIONS = ['Whom do you know here?', 'What brings you?']
const ANSWERS = ['Ada, from the choir', 'Tea']

let server: TestServer
let admin: Member
let member: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterAll(() => server.close())

const { codeOf, decide, invite, letEverybodyIn, register } = registrationActions(() => ({
  ...{ server, admin, member },
}))
beforeEach(letEverybodyIn)

const newestWhole = async () =>
  (await server.call('GET', '/notifications', { as: admin })).json()[0]
const newest = async () => (await newestWhole())?.text
const waitingList = async (): Promise<WaitingList> =>
  (await server.call('GET', '/admin/waiting', { as: admin })).json()
const waiting = async () => (await waitingList()).people
const signIn = ({ email, password }: typeof ada) =>
  server.call('POST', '/users/login', { body: { email, password } })
const open = async (person: typeof ada) =>
  (await server.call('GET', `/users/verify/${secretIn(await server.mailTo(person.email))}`)).json()

/** Registers, verifies and waits. */
async function apply(person: typeof ada): Promise<WaitingPerson> {
  await register({ ...person, answers: ANSWERS })
  await open(person)
  const found = (await waiting()).find(({ username }) => username === person.username)
  if (!found) throw new Error(`${person.username} does not wait`)
  return found
}

describe('registration by approval', () => {
  beforeEach(() => decide({ registration: 'approval', approvalQuestions: QUESTIONS }))

  it('asks the questions, and has who verified their email wait', async () => {
    const silent = await register(jon)
    expect(silent.json().fields).toEqual({ answers: REGISTRATION_MESSAGES.answersMissing })
    expect((await register({ ...jon, answers: ANSWERS })).statusCode).toBe(201)
    expect(await waiting()).toEqual([])
    const told = { msg: SERVER_MESSAGES.waiting, email: null, isWaiting: true }
    expect(await open(jon)).toMatchObject(told)
    expect(await open(jon)).toMatchObject(told)
    const [applicant] = await waiting()
    expect(await newest()).toBe(ADMISSION_MESSAGES.waiting(1))
    expect(await newestWhole()).toMatchObject({ leadsTo: 'reports' })
    expect(applicant).toMatchObject({
      ...{ username: jon.username, email: jon.email, invitedBy: null },
      answers: QUESTIONS.map((question, index) => ({ question, answer: ANSWERS[index] })),
    })
    const answer = await signIn(jon)
    expect([answer.statusCode, answer.json().msg]).toEqual([403, SERVER_MESSAGES.stillWaiting])
    // No member yet: nobody finds them.
    const found = await server.call('GET', '/users/search?q=jon', { as: member })
    expect(found.json()).toEqual([])
    const card = await server.call('GET', `/users/${applicant?._id}/profile`, { as: admin })
    expect(card.statusCode).toBe(404)

    const path = `/admin/waiting/${applicant?._id}/let-in`
    const words = 'Ada sends her love.'
    const silently = await server.call('POST', path, { as: admin, body: {} })
    expect([silently.statusCode, silently.json().msg]).toEqual([
      400,
      ADMISSION_MESSAGES.wordsMissing,
    ])
    expect((await server.call('POST', path, { as: admin, body: { words } })).statusCode).toBe(200)
    expect(await newest()).not.toBe(ADMISSION_MESSAGES.waiting(1))
    expect(await server.mailTo(jon.email, 1)).toMatchObject({
      text: expect.stringContaining(words),
      link: 'https://snug.example.org/login',
    })
    // They may have chosen another one while they waited.
    expect((await server.mailTo(jon.email, 1)).text).toContain('sign in with your password.')
    expect((await signIn(jon)).json().user.userNumber).toBeGreaterThan(member.user.userNumber)
    expect((await server.call('POST', path, { as: admin, body: { words } })).statusCode).toBe(404)
    const [act] = (await server.call('GET', '/admin/acts', { as: admin })).json()
    expect(act).toMatchObject({ act: 'let_in', reason: words })
  })

  it('takes who was invited at once', async () => {
    const code = codeOf(await invite())
    expect((await register({ ...kim, invite: code })).statusCode).toBe(201)
    expect((await open(kim)).msg).toBe(MESSAGES.verified)
    await server.signIn(kim)
  })

  it('has them wait while who invited them is suspended', async () => {
    const code = codeOf(await invite())
    for (const person of [pia, ivy]) await register({ ...person, invite: code })
    const act = (name: string, body: object) =>
      server.call('POST', `/admin/user/${member.user._id}/${name}`, { as: admin, body })
    expect((await act('suspend', { days: 1, text: 'Sells things' })).statusCode).toBe(200)
    expect(await open(pia)).toMatchObject({ msg: SERVER_MESSAGES.waiting, isWaiting: true })
    const [found] = await waiting()
    expect(found).toMatchObject({ username: pia.username, invitedBy: ben.username })
    expect((await signIn(pia)).statusCode).toBe(403)
    expect((await act('lift', { text: 'Back' })).statusCode).toBe(200)
    member = await server.signIn(ben)
    expect((await open(ivy)).msg).toBe(MESSAGES.verified)
    const path = `/admin/waiting/${found?._id}/let-in`
    await server.call('POST', path, { as: admin, body: { words: 'Welcome.' } })
  })

  it('asks who was invited as well, and has them wait, where administrators say so', async () => {
    const code = codeOf(await invite())
    await decide({ letsInvitedIn: false })
    const silent = await register({ ...olga, invite: code })
    expect(silent.json().fields).toEqual({ answers: REGISTRATION_MESSAGES.answersMissing })
    const answer = await register({ ...olga, invite: code, answers: ANSWERS })
    expect(answer.statusCode).toBe(201)
    expect(await open(olga)).toMatchObject({ msg: SERVER_MESSAGES.waiting, isWaiting: true })
    const applicants = (await waiting()).map(({ username, invitedBy }) => [username, invitedBy])
    expect(applicants).toContainEqual([olga.username, ben.username])
    expect((await signIn(olga)).statusCode).toBe(403)
    const found = (await waiting()).find(({ username }) => username === olga.username)
    const path = `/admin/waiting/${found?._id}/let-in`
    const letIn = await server.call('POST', path, { as: admin, body: { words: 'Welcome.' } })
    expect(letIn.statusCode).toBe(200)
    // The place that was held is theirs now, and so is the one who invited them.
    const [made] = (await server.call('GET', '/invites', { as: member })).json()
    expect(made).toMatchObject({ joinedCount: 1, waitingCount: 0 })
  })

  it('is for administrators to decide', async () => {
    const { _id } = await apply(lea)
    for (const as of [member, undefined])
      for (const [method, path] of [
        ['GET', '/admin/waiting'],
        ['POST', `/admin/waiting/${_id}/let-in`],
        ['POST', `/admin/waiting/${_id}/decline`],
      ] as const) {
        const body = method === 'POST' ? { body: { words: 'Please' } } : {}
        const answer = await server.call(method, path, { ...(as && { as }), ...body })
        expect(answer.statusCode).toBe(as ? 403 : 401)
      }
    expect(await waiting()).toHaveLength(1)
  })

  it.each([
    [true, 1],
    [false, 0],
  ])(
    'declines without a trace, and tells them only if that is wanted: %s',
    async (isTold, mails) => {
      const [one, other] = others as [typeof ada, typeof ada]
      const person = isTold ? one : other
      const { _id } = await apply(person)
      const path = `/admin/waiting/${_id}/decline`
      const body = { isTold, words: 'We are full this year.' }
      const answer = await server.call('POST', path, { as: admin, body })
      expect(answer.json().msg).toBe(ADMISSION_MESSAGES.notLetIn)
      expect((await waiting()).map(({ username }) => username)).not.toContain(person.username)
      if (isTold) {
        const mail = await server.mailTo(person.email, 1)
        expect(mail.text).toContain('You were not let in this time.')
        expect(mail.isEphemeral).toBe(true)
      }
      await allMailSent(server)
      expect(server.mails.filter(({ to }) => to === person.email)).toHaveLength(1 + mails)
      expect((await signIn(person)).statusCode).toBe(400)
      const rows = server.services.db.selectFrom('users').select('id')
      expect(await rows.where('email', '=', person.email).execute()).toEqual([])
    },
  )

  it('ends in silence after two weeks, and holds the name until then', async () => {
    const person = others[2] as typeof ada
    await apply(person)
    server.pass(13 * DAY_MS)
    await deleteUnverifiedRegistrations(server.services)
    admin = await server.signIn(ada)
    expect((await register({ ...person, answers: ANSWERS })).statusCode).toBe(409)
    server.pass(DAY_MS)
    await deleteUnverifiedRegistrations(server.services)
    admin = await server.signIn(ada)
    member = await server.signIn(ben)
    expect(await waiting()).toEqual([])
    expect(await newest()).not.toBe(ADMISSION_MESSAGES.waiting(1))
    expect((await register({ ...person, answers: ANSWERS })).statusCode).toBe(201)
  })

  it('tells of no more than are left, and of nobody once the last is deleted', async () => {
    const [first, second] = [await apply(max), await apply(nora)]
    expect(await newest()).toBe(ADMISSION_MESSAGES.waiting(2))
    const { _id } = await newestWhole()
    const remove = (id: string) => server.call('DELETE', `/admin/user/${id}`, { as: admin })
    expect((await remove(first._id)).statusCode).toBe(200)
    const isTold = ({ to, subject }: { to: string; subject: string }) =>
      to === max.email && subject.endsWith('was deleted')
    await expect.poll(() => server.mails.some(isTold)).toBe(true)
    // The same piece of news, not another one.
    expect(await newestWhole()).toMatchObject({ _id, text: ADMISSION_MESSAGES.waiting(1) })
    expect((await remove(second._id)).statusCode).toBe(200)
    expect((await newestWhole())?._id).not.toBe(_id)
  })

  it('is counted also where more wait than are shown', async () => {
    const rows = Array.from({ length: WAITING_SHOWN_MAX + 1 }, (_, index) => ({
      ...memberRow(`Guest${index}`, 1_000 + index),
      ...{ user_number: null, verified_at: null, waiting_since: server.services.clock() },
    }))
    await server.services.db.insertInto('users').values(rows).execute()
    const { people, total } = await waitingList()
    expect([people.length, total]).toEqual([WAITING_SHOWN_MAX, rows.length])
  })
})

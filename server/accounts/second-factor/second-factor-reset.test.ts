import { afterEach, describe, expect, it } from 'vitest'
import type { ResetAnswer } from '../../../contract/account-security.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { MESSAGES } from '../../../contract/second-factor.ts'
import { secondFactorActions } from '../../../tests/actions/second-factor-actions.ts'
import { afterFirstAnswer } from '../../../tests/after-first-answer.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import type { Person } from '../../../tests/people.ts'
import { newPersonForEach } from '../../../tests/scenes/new-person-for-each.ts'
import {
  type Member,
  openTestServer,
  secretIn,
  type TestServer,
} from '../../../tests/test-server.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { deleteExpiredSecondFactors, resetSecondFactor } from './second-factor-end.ts'
import { cancelSecondFactorEnd } from './second-factor-queries.ts'

let server: TestServer
let person: Person
let member: Member
let another: (name: string) => Person
newPersonForEach(
  (scene) => {
    ;({ server, person, member, another } = scene)
  },
  () => openTestServer({ rateLimits: true }),
)
// What was counted for limits is over by then.
afterEach(() => server.pass(HOUR_MS))

const { call, challengeOf, logIn, logInWith, mails, status, subjects, turnOn } =
  secondFactorActions(() => ({
    server,
    person,
    member,
  }))

const NOTHING_TO_DO = 'If you want no codes any more, there is nothing to do.'

describe('whoever runs the server', () => {
  const reset = (reason = '') =>
    mutate(server.services, (mutation) =>
      resetSecondFactor(server.services, mutation, member.id, reason),
    )

  it('ends it in a day for who lost everything, and tells them', async () => {
    await turnOn()
    await reset('Ben lost his phone')
    server.services.outbox.wake()
    await expect.poll(subjects).toContain('Snug will ask for no code any more')
    const text = server.mails.at(-1)?.text
    expect(text).toContain('They say why: Ben lost his phone')
    expect(text).toContain(NOTHING_TO_DO)
    server.pass(23 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(401)
    server.pass(2 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(200)
    await expect(reset()).rejects.toThrow(MESSAGES.notOn)
  })

  it('ends nothing for who signs in with a code meanwhile', async () => {
    const { secret } = await turnOn()
    await reset()
    await logInWith(await challengeOf(), codeOf(secret, server.services.clock()))
    expect(await status()).toMatchObject({ isOn: true, endsAt: null })
    server.pass(25 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(401)
  })

  it('ends nothing for who has signed in with a code when the end is carried out', async () => {
    await turnOn()
    await reset()
    const other = await server.join(another('Other'))
    const asOther = (path: string, body?: object) => call('POST', path, body, other)
    const { secret } = (await asOther('')).json<{ secret: string }>()
    await asOther('/confirm', { code: codeOf(secret, server.services.clock()) })
    await mutate(server.services, (mutation) =>
      resetSecondFactor(server.services, mutation, other.id, 'They lost their phone.'),
    )
    server.pass(25 * HOUR_MS)
    const { db } = server.services
    // Both have been found by then.
    const found = afterFirstAnswer(db, () => cancelSecondFactorEnd(db, other.id))
    await deleteExpiredSecondFactors({ ...server.services, db: found })
    const left = await db.selectFrom('second_factors').select(['user_id', 'ends_at']).execute()
    const ofBoth = left.filter(({ user_id }) => [member.id, other.id].includes(user_id))
    expect(ofBoth).toEqual([{ user_id: other.id, ends_at: null }])
  })
})

describe('“This wasn’t me”', () => {
  const NEW_PASSWORD = 'Quiet-Lamp-7!'
  const ENDING = 'Snug will ask for no code any more'
  const ON = 'Snug asks for a code when you sign in'

  async function mailAbout(subject: string) {
    await expect.poll(subjects).toContain(subject)
    return mails().find((mail) => mail.subject === subject) ?? expect.fail()
  }
  /** Answers when codes end, and signs in with the new password from now on. */
  async function takeBack(path: string, meanwhile?: () => Promise<unknown>) {
    const answer = await server.call('POST', path)
    expect(answer.statusCode).toBe(200)
    const { resetToken, codesEndAt } = answer.json<ResetAnswer>()
    await meanwhile?.()
    const body = { password: NEW_PASSWORD }
    const reset = await server.call('POST', `/users/reset-password/${resetToken}`, { body })
    expect(reset.statusCode).toBe(200)
    person = { ...person, password: NEW_PASSWORD }
    return codesEndAt
  }
  const notMe = async (subject: string) =>
    takeBack(`/users/not-me/${secretIn(await mailAbout(subject))}`)
  async function changeAddress() {
    const { email } = another('Thief')
    await server.call('PUT', '/users/email', { as: member, body: { email } })
    await server.call('POST', `/users/email/${secretIn(await server.mailTo(email))}`)
    return secretIn(await mailAbout('Your address for Snug was changed'))
  }

  it('ends codes of this week in a day, and tells so', async () => {
    await turnOn()
    const codesEndAt = await notMe(ON)
    expect(Date.parse(codesEndAt ?? '')).toBe(server.services.clock() + 24 * HOUR_MS)
    const { text } = await mailAbout(ENDING)
    expect(text).toContain('A link in one of our mails was used')
    expect(text).toContain('If you turned them on yourself, sign in with a code before')
    expect(text).not.toContain('Whoever runs the server')
    expect(text).toContain(NOTHING_TO_DO)
    expect(text).not.toContain('If it was you')
    server.pass(23 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(401)
    server.pass(2 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(200)
  })

  it('ends them with the way back of an address, too', async () => {
    await turnOn()
    const secret = await changeAddress()
    expect(await takeBack(`/users/email-undo/${secret}`)).not.toBeNull()
    await mailAbout(ENDING)
    server.pass(25 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(200)
  })

  it.each([
    ['“This wasn’t me”', async () => `/users/not-me/${secretIn(await mailAbout(ON))}`],
    ['the way back of an address', async () => `/users/email-undo/${await changeAddress()}`],
  ])('ends them for who knew the former password, too, after %s', async (_what, path) => {
    const { secret } = await turnOn()
    await takeBack(await path(), async () => {
      const answer = await logInWith(await challengeOf(), codeOf(secret, server.services.clock()))
      expect(answer.statusCode).toBe(200)
    })
    server.pass(23 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(401)
    server.pass(2 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(200)
  })

  it('ends nothing for who turned them on and signs in with a code meanwhile', async () => {
    const { secret } = await turnOn()
    await notMe(ON)
    const answer = await logInWith(await challengeOf(), codeOf(secret, server.services.clock()))
    member = answer.json<Member>()
    expect(await status()).toMatchObject({ isOn: true, endsAt: null })
    server.pass(25 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(401)
  })

  it('ends no codes that were there before the week, and says nothing of them', async () => {
    const { secret } = await turnOn()
    server.pass(8 * 24 * HOUR_MS)
    const code = codeOf(secret, server.services.clock())
    await server.call('POST', '/users/login/second-factor', {
      body: { challenge: await challengeOf(), code },
      ...{ remoteAddress: '198.51.100.7', headers: { 'user-agent': 'Firefox/140.0' } },
    })
    expect(await notMe('New sign-in to Snug')).toBeNull()
    server.pass(25 * HOUR_MS)
    expect((await logIn()).statusCode).toBe(401)
    expect(subjects()).not.toContain(ENDING)
  })

  it('used again ends them no later', async () => {
    await turnOn()
    const first = await notMe(ON)
    server.pass(HOUR_MS)
    expect(await notMe(ENDING)).toBe(first)
    expect(subjects().filter((subject) => subject === ENDING)).toHaveLength(1)
  })
})

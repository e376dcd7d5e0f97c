import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/second-factor.ts'
import { afterFirstAnswer } from '../../../tests/after-first-answer.ts'
import { codeOf } from '../../../tests/one-time-code.ts'
import { ben, type Person } from '../../../tests/people.ts'
import { secondFactorActions } from '../../../tests/second-factor-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { deleteEndedSecondFactors, resetSecondFactor } from './second-factor.ts'
import { keepSecondFactor } from './second-factor-queries.ts'

const HOUR_MS = 60 * 60_000

let server: TestServer
beforeAll(async () => {
  server = await openTestServer({ rateLimits: true })
})
afterAll(() => server.close())

let person: Person
let member: Member
let count = 0
beforeEach(async () => {
  count++
  person = { ...ben, username: `Ben${count}`, email: `ben${count}@example.org` }
  server.pass(HOUR_MS)
  member = await server.join(person)
})

const { call, challengeOf, logIn, logInWith, status, subjects, turnOn } = secondFactorActions(
  () => ({
    server,
    person,
    member,
  }),
)

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
    expect(server.mails.at(-1)?.text).toContain('They say why: Ben lost his phone')
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
    const other = await server.join({ ...ben, username: 'Other', email: 'other@example.org' })
    const asOther = (path: string, body?: object) => call('POST', path, body, other)
    const { secret } = (await asOther('')).json<{ secret: string }>()
    await asOther('/confirm', { code: codeOf(secret, server.services.clock()) })
    await mutate(server.services, (mutation) =>
      resetSecondFactor(server.services, mutation, other.id),
    )
    server.pass(25 * HOUR_MS)
    const { db } = server.services
    // Both have been found by then.
    const found = afterFirstAnswer(db, () => keepSecondFactor(db, other.id))
    await deleteEndedSecondFactors({ ...server.services, db: found })
    const left = await db.selectFrom('second_factors').select(['user_id', 'ends_at']).execute()
    const ofBoth = left.filter(({ user_id }) => [member.id, other.id].includes(user_id))
    expect(ofBoth).toEqual([{ user_id: other.id, ends_at: null }])
  })
})

import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import { MESSAGES } from '../../contract/failed-mails.ts'
import { ada, ben, MISSING_ID } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'

let server: TestServer
let admin: Member
let member: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  member = await server.join(ben)
})
afterAll(() => server.close())
beforeEach(() => server.services.db.deleteFrom('mail_outbox').execute())

/** A mail that is not due soon. */
async function leave(
  payload: object,
  { kind = 'password-changed', failure = 'ESOCKET' as string | null } = {},
) {
  const id = newId()
  const now = server.services.clock()
  await server.services.db
    .insertInto('mail_outbox')
    .values({
      ...{ id, kind, payload: JSON.stringify(payload), failure },
      ...{ attempts: 3, next_attempt_at: now + HOUR_MS, created_at: now - HOUR_MS },
    })
    .execute()
  return String(id)
}
const call = (method: 'GET' | 'POST' | 'DELETE', path = '', as = admin) =>
  server.call(method, `/admin/mails${path}`, { as })
const list = async () => (await call('GET', '?state=failed')).json()
const lastAct = async () => (await server.call('GET', '/admin/acts', { as: admin })).json()[0]

it('lists what could not be sent, to whom and why, newest first, and no word of it', async () => {
  await leave({ userId: member.id })
  await leave({ userId: member.id }, { failure: null })
  await leave(
    { email: 'dora@example.org', username: 'Dora', words: 'We are full' },
    { kind: 'not-let-in' },
  )
  await leave({ userId: member.id, newEmail: 'ben.2@example.org' }, { kind: 'change-email' })
  await leave({ userId: Number(MISSING_ID) })
  const { mails, total } = await list()
  expect(total).toBe(4)
  expect(mails).toMatchObject([
    { member: null, email: '' },
    { kind: 'change-email', member: { username: 'Ben' }, email: 'ben.2@example.org' },
    { kind: 'not-let-in', member: null, email: 'dora@example.org' },
    { kind: 'password-changed', member: { userNumber: 2 }, email: ben.email, attempts: 3 },
  ])
  expect(mails[3]).toMatchObject({ failure: 'ESOCKET' })
  expect(JSON.stringify(mails)).not.toContain('We are full')
})

it('tries one again at once, which is in the log', async () => {
  const id = await leave({ userId: member.id })
  expect((await call('POST', `/${id}/retry`)).json()).toMatchObject({ msg: MESSAGES.retried })
  expect((await server.mailTo(ben.email, 1)).subject).toMatch(/password .* was changed/)
  expect(await lastAct()).toMatchObject({ act: 'retry_mail', memberNumber: 2, reason: '' })
  await expect.poll(list).toEqual({ mails: [], total: 0 })
  expect((await call('POST', `/${id}/retry`)).statusCode).toBe(404)
})

it('shows one that was given up, tries it once more, and forgets it after a month', async () => {
  const { db, outbox, clock } = server.services
  const giveUp = async (id: string, at: number) =>
    db.updateTable('mail_outbox').set({ given_up_at: at }).where('id', '=', Number(id)).execute()
  const id = await leave({ userId: member.id })
  await giveUp(id, clock())
  const old = await leave({ userId: member.id })
  await giveUp(old, clock() - 30 * 24 * HOUR_MS)
  expect((await list()).mails).toMatchObject([
    { _id: old, nextAttemptAt: null },
    { _id: id, nextAttemptAt: null },
  ])
  // Nobody waits for what is not sent by itself any more.
  const stats = await server.call('GET', '/admin/stats', { as: admin })
  expect(stats.json()).toMatchObject({ mailsWaiting: 0, oldestMailAt: null })
  await outbox.deleteOldGivenUp()
  expect((await list()).mails).toMatchObject([{ _id: id }])
  const before = server.mails.length
  expect((await call('POST', `/${id}/retry`)).statusCode).toBe(200)
  await expect.poll(() => server.mails.slice(before)).toMatchObject([{ to: ben.email }])
  await expect.poll(list).toEqual({ mails: [], total: 0 })
})

it('deletes one for a reason, which is in the log', async () => {
  const id = await leave({ email: 'dora@example.org' }, { kind: 'reset-password' })
  expect((await call('DELETE', `/${id}`)).statusCode).toBe(400)
  expect((await call('DELETE', `/${id}?reason=Mistyped`)).json()).toMatchObject({
    msg: MESSAGES.deleted,
  })
  expect(await lastAct()).toMatchObject({ act: 'delete_mail', memberNumber: 0, reason: 'Mistyped' })
  expect((await call('DELETE', `/${id}?reason=Mistyped`)).statusCode).toBe(404)
})

it('leaves alone what nobody has tried, and what is in hand', async () => {
  const id = await leave({ userId: member.id }, { failure: null })
  expect((await call('POST', `/${id}/retry`)).statusCode).toBe(404)
  expect((await call('DELETE', `/${id}?reason=Tea`)).statusCode).toBe(404)
})

it('shows nothing to members', async () => {
  const id = await leave({ userId: member.id })
  expect((await call('GET', '', member)).statusCode).toBe(403)
  expect((await call('POST', `/${id}/retry`, member)).statusCode).toBe(403)
  expect((await call('DELETE', `/${id}?reason=Tea`, member)).statusCode).toBe(403)
  expect(await list()).toMatchObject({ total: 1 })
})

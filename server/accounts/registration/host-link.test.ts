import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { MESSAGES } from '../../../contract/accounts.ts'
import { openTestDatabase } from '../../../tests/database.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { openTestServer, secretIn, type TestServer } from '../../../tests/test-server.ts'
import type { RenderedMail } from '../../mail/mail.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

describe('the first administrator', () => {
  const registerBy = (body: object, there = server) =>
    there.call('POST', '/users/register', { body })
  const link = (there = server) => there.services.hostLink.url(there.services.db)
  async function hostOf(there = server) {
    return new URL((await link(there)) ?? '').searchParams.get('host') ?? ''
  }

  it('is whoever verifies first, on a server nobody else reaches', async () => {
    const local = await openTestServer({ environment: { PUBLIC_URL: 'http://[::1]:3000' } })
    expect(await link(local)).toBeNull()
    await local.register(ada)
    expect((await local.join(ben)).user).toMatchObject({ isAdmin: true, userNumber: 1 })
    await local.verify(ada)
    expect((await local.signIn(ada)).user).toMatchObject({ isAdmin: false, userNumber: 2 })
    await local.close()
  })

  it('is only who has the link of the terminal, on one that others reach', async () => {
    expect(await link()).toMatch(/^https:\/\/snug\.example\.org\/register\?host=[\w-]{22}$/)
    const host = await hostOf()
    // A stranger comes first, and without the link.
    await registerBy(ben)
    await server.verify(ben)
    expect((await server.signIn(ben)).user.isAdmin).toBe(false)
    expect((await registerBy({ ...ada, host: `${host.slice(0, -1)}.` })).json().msg).toBe(
      MESSAGES.hostLinkUsed,
    )
    expect((await registerBy({ ...ada, host })).statusCode).toBe(201)
    // It is not used before the mail is opened: an address may be wrong.
    expect(await hostOf()).toBe(host)
    await server.verify(ada)
    expect((await server.signIn(ada)).user.isAdmin).toBe(true)
    expect(await link()).toBeNull()
    expect((await registerBy({ ...cleo, host })).statusCode).toBe(400)
  })

  it('is left to who was made one by the command line before they verified', async () => {
    await registerBy(ada)
    await server.services.db.updateTable('users').set({ is_admin: 1 }).execute()
    await server.verify(ada)
    expect((await server.signIn(ada)).user.isAdmin).toBe(true)
    expect(await link()).toBeNull()
  })

  it('has the same link from every process and every start, until it was used', async () => {
    const database = await openTestDatabase()
    const open = () => openTestServer({ beside: { database } })
    const first = await open()
    const host = await hostOf(first)
    // On SQLite one server follows the other; on PostgreSQL both are there at once.
    if (database.databaseUrl === null) await first.close()
    else await first.services.outbox.stop()
    const second = await open()
    expect(await hostOf(second)).toBe(host)
    const other = database.databaseUrl === null ? second : first
    const guests = [ada, ben, cleo]
    for (const guest of guests) await registerBy({ ...guest, host }, second)
    const mails = await Promise.all(guests.map(({ email }) => second.mailTo(email)))
    const verify = (mail: RenderedMail, at: number) =>
      [second, other][at % 2]?.call('GET', `/users/verify/${secretIn(mail)}`)
    await Promise.all(mails.map(verify))
    const users = await second.services.db.selectFrom('users').select('is_admin').execute()
    expect(users.map(({ is_admin }) => is_admin).sort()).toEqual([0, 0, 1])
    await second.services.db.updateTable('users').set({ is_admin: 0 }).execute()
    // Where the administrator was taken away there is a new link; the old one is worth nothing.
    expect(await hostOf(second)).not.toBe(host)
    for (const each of new Set([second, other])) await each.close()
    await database.close()
  })
})

import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ada, ben } from '../../../tests/people.ts'
import { befriend, post } from '../../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import type { Queryable } from '../../schema.ts'
import { lockMember } from '../queries.ts'

// What others do while an archive is read. The embedded database has one writer, who waits for nobody.

let server: TestServer
let member: Member
let friend: Member
beforeAll(async () => {
  server = await openTestServer()
  member = await server.join(ada)
  friend = await server.join(ben)
  await befriend(server, member, friend)
})
afterAll(() => server.close())

/** Does this while some of the member's posts are written. */
async function whileHeld(work: (trx: Queryable) => Promise<void>) {
  const { db } = server.services
  if (!isPostgres(db)) return
  await db.transaction().execute(async (trx) => {
    expect(await lockMember(trx, member.id)).toEqual({ id: member.id })
    await work(trx)
  })
}

it('whoever mentions its reader waits for nothing', async () => {
  await whileHeld(async () => {
    const made = await post(server, friend, 'Hello @Ada')
    expect(made.mentions).toEqual([{ _id: member.user._id, username: 'Ada' }])
  })
})

it('a second reading and the end of the account wait for it', async () => {
  const { db } = server.services
  const order: string[] = []
  let second: Promise<unknown> | undefined
  let end: Promise<unknown> | undefined
  await whileHeld(async () => {
    second = db
      .transaction()
      .execute((trx) => lockMember(trx, member.id))
      .then(() => order.push('second'))
    end = server.call('DELETE', '/users/me', { as: member }).then(() => order.push('end'))
    await vi.waitFor(async () => {
      const waiting = sql`select 1 from pg_locks where not granted`
      expect((await waiting.execute(db)).rows).toHaveLength(2)
    })
    expect(order).toEqual([])
  })
  await Promise.all([second, end])
  expect(order.toSorted()).toEqual(second ? ['end', 'second'] : [])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { befriend, post } from '../../../tests/actions/post-actions.ts'
import { lockIsAwaited } from '../../../tests/awaited-lock.ts'
import { ada, ben } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import type { Queryable } from '../../schema.ts'
import { lockMember } from '../queries.ts'

// Who waits while an archive is read, and who does not: on PostgreSQL alone, for the embedded
// database has one writer.

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
  await server.services.db.transaction().execute(async (trx) => {
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
  const begun: Promise<unknown>[] = []
  await whileHeld(async () => {
    const second = db.transaction().execute((trx) => lockMember(trx, member.id))
    const end = server.call('DELETE', '/users/me', { as: member })
    begun.push(second.then(() => order.push('second')))
    begun.push(end.then(() => order.push('end')))
    await lockIsAwaited(db, Promise.race(begun), 2)
    expect(order).toEqual([])
  })
  await Promise.all(begun)
  expect(order.toSorted()).toEqual(['end', 'second'])
})

import { sql } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { befriend } from '../../../tests/actions/post-actions.ts'
import { makeSpace } from '../../../tests/actions/space-actions.ts'
import { doneOrWaiting, lockIsAwaited, whileHeld } from '../../../tests/awaited-lock.ts'
import { ada, ben } from '../../../tests/people.ts'
import { openTestServer } from '../../../tests/test-server.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'

it('an invitation ends with the friendship that ends as it is written', async () => {
  const server = await openTestServer()
  onTestFinished(() => server.close())
  const { db } = server.services
  const admin = await server.join(ada)
  const friend = await server.join(ben)
  await befriend(server, admin, friend)
  const space = await makeSpace(server, admin)
  const body = { userIds: [friend.user._id] }
  const invite = () => server.call('POST', `/spaces/${space._id}/invitations`, { as: admin, body })
  const unfriend = () => server.call('DELETE', `/users/friend/${admin.user._id}`, { as: friend })

  const underWay: ReturnType<typeof invite>[] = []
  if (isPostgres(db))
    // A row of the same key holds the invitation up where the two were found to be friends.
    await whileHeld(db, async (trx) => {
      // It holds nothing else, the space above all: what looks after foreign keys is off.
      await sql`set local session_replication_role = replica`.execute(trx)
      const row = { space_id: Number(space._id), user_id: friend.id, inviter_id: admin.id }
      await trx
        .insertInto('space_invitations')
        .values({ ...row, created_at: 0 })
        .execute()
      const inviting = invite()
      underWay.push(inviting)
      await lockIsAwaited(db, inviting)
      const ending = unfriend()
      underWay.push(ending)
      await doneOrWaiting(db, ending)
    })
  else underWay.push(invite(), unfriend())
  const [invited, ended] = await Promise.all(underWay)
  if (isPostgres(db)) expect(invited?.statusCode).toBe(200)
  expect(ended?.statusCode).toBe(200)
  expect(await db.selectFrom('space_invitations').selectAll().execute()).toEqual([])
})

import { expect, it, onTestFinished } from 'vitest'
import { enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { lockIsAwaited, whileHeld } from '../../../tests/awaited-lock.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { openTestServer } from '../../../tests/test-server.ts'
import { isPostgres, withRowLock } from '../../platform/database/portable-sql.ts'

// Who leaves holds their account until it is gone for everybody, and then takes the spaces that
// they hand on. Who asks to be let into one of these holds it and tells its admin, by a row that
// names the account. In whatever order accounts and spaces are taken, the two wait for each other:
// one of them is begun anew.

it('who leaves and who asks to be let in are both done where each waits for the other', async () => {
  const server = await openTestServer()
  onTestFinished(() => server.close())
  const { db } = server.services
  const heir = await server.join(ada)
  const comer = await server.join(ben)
  const leaver = await server.join(cleo)
  const space = await makeSpace(server, leaver)
  await enter(server, heir, space)
  const spaceId = Number(space._id)
  await db.updateTable('spaces').set({ is_private: 1 }).where('id', '=', spaceId).execute()
  const comes = () =>
    server.call('POST', '/join-requests', { as: comer, body: { spaceId: space._id, message: '' } })
  const heirs = [{ space: space._id, heir: heir.user._id }]
  const leaves = () => server.call('DELETE', '/users/me', { as: leaver, body: { heirs } })

  const underWay: ReturnType<typeof comes>[] = []
  if (isPostgres(db))
    await whileHeld(db, async (trx) => {
      const row = trx.selectFrom('spaces').select('id').where('id', '=', spaceId)
      await withRowLock(trx, row).execute()
      for (const act of [comes, leaves]) {
        const begun = act()
        underWay.push(begun)
        await lockIsAwaited(db, begun, underWay.length)
      }
    })
  else underWay.push(comes(), leaves())
  const answers = await Promise.all(underWay)

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 200])
  await server.services.accountJobs.finish(leaver.id)
  const path = `/join-requests/space/${space._id}`
  const waiting = (await server.call('GET', path, { as: heir })).json()
  expect(waiting).toMatchObject([{ status: 'pending' }])
})

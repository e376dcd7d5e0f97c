import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Space } from '../../contract/spaces.ts'
import { enter, makeSpace, say } from '../../tests/actions/space-actions.ts'
import { ada, ben } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'

// A space of a hundred thousand messages goes at once; they follow a little at a time.

const MESSAGES = 350
const ROWS_AT_MOST = 150

let server: TestServer
let admin: Member
let space: Space
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  space = await makeSpace(server, admin)
  const rows = Array.from({ length: MESSAGES }, (_, index) => ({
    ...{ id: newId(), space_id: Number(space._id), seq: index + 1, change_seq: index + 1 },
    ...{ sender_id: admin.id, content: 'Word', client_id: null, created_at: index },
    ...{ edited_at: null, is_deleted: 0 },
  }))
  await server.services.db.insertInto('space_messages').values(rows).execute()
  const spaces = server.services.db.updateTable('spaces').set({ last_seq: MESSAGES })
  await spaces.where('id', '=', Number(space._id)).execute()
})
afterEach(() => server.close())

const remove = () => server.call('DELETE', `/spaces/${space._id}`, { as: admin })

async function countOf(table: 'space_messages' | 'deleted_spaces' | 'spaces'): Promise<number> {
  const { db } = server.services
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** What each transaction changes; PostgreSQL has no such count. */
async function totalChanges(): Promise<number> {
  if (server.database.databaseUrl !== null) return 0
  const query = sql<{ count: number }>`select total_changes() as count`
  const { rows } = await query.execute(server.services.db)
  return rows[0]?.count ?? 0
}

it('takes the space away at once and its messages in slices, and others keep theirs', async () => {
  const other = await makeSpace(server, admin, { name: 'Other' })
  await say(server, admin, other, 'Stays')
  const { spaceJobs } = server.services
  await spaceJobs.stop()
  const before = await totalChanges()
  expect((await remove()).statusCode).toBe(200)
  expect((await totalChanges()) - before).toBeLessThan(ROWS_AT_MOST)
  expect([await countOf('spaces'), await countOf('space_messages')]).toEqual([1, MESSAGES + 1])

  // As if the process had ended there: the next one goes on.
  const next = await openTestServer({ beside: server })
  await expect.poll(() => countOf('deleted_spaces')).toBe(0)
  expect(await countOf('space_messages')).toBe(1)
  await next.close()
})

it('leaves none of them within reach meanwhile', async () => {
  const member = await server.join(ben)
  await enter(server, member, space)
  const last = await say(server, member, space, 'The last word')
  await server.services.spaceJobs.stop()
  await remove()
  expect(await countOf('space_messages')).toBe(MESSAGES + 1)
  const path = `/spaces/${space._id}/messages`
  const body = { content: 'More', emoji: '🫖' }
  for (const as of [admin, member])
    for (const [method, at] of [
      ['GET', path],
      ['POST', path],
      ['PUT', `${path}/${last._id}`],
      ['DELETE', `${path}/${last._id}`],
      ['POST', `${path}/${last._id}/reactions`],
    ] as const)
      expect(
        [method, at, (await server.call(method, at, { as, body })).statusCode],
        `${method} ${at}`,
      ).toEqual([method, at, 404])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { planOf } from '../../../tests/query-plan.ts'
import { openTestServer, type TestServer } from '../../../tests/test-server.ts'
import type { Queryable } from '../../schema.ts'
import { findBlockedInSpace } from './message-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('what somebody blocked wrote elsewhere is passed over in the index', async () => {
  const { db } = server.services
  const plan = await planOf(db, (it) => findBlockedInSpace(it, { viewer: 1, space: 2 }))
  const step = 'SEARCH message USING INDEX space_messages_sender (sender_id=?)'
  expect(plan).toContain(step)
  // It has the space: asked for no more than that, nothing else is read.
  const inSpaceOf = (it: Queryable) =>
    it
      .selectFrom('space_messages as message')
      .select('id')
      .where('sender_id', '=', 1)
      .where('space_id', '=', 2)
  const covered = await planOf(db, (it) => inSpaceOf(it).execute())
  expect(covered).toEqual([step.replace('INDEX', 'COVERING INDEX')])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { planOf } from '../../tests/query-plan.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import { deleteExpiredMailedLinks } from './mailed-link-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('those that are over are found without those that stay', async () => {
  const { db } = server.services
  if (isPostgres(db)) return
  expect(await planOf(db, (it) => deleteExpiredMailedLinks(it, 0))).toEqual([
    'SEARCH mailed_links USING INDEX mailed_links_end (expires_at<?)',
  ])
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { planOf } from '../../tests/query-plan.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import { deleteExpiredMailedLinks } from './mailed-link-queries.ts'
import { findOwnLists } from './own-account-queries.ts'

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

it('mailed links that are over are found without those that stay', async () => {
  const { db } = server.services
  expect(await planOf(db, (it) => deleteExpiredMailedLinks(it, 0))).toEqual([
    'SEARCH mailed_links USING INDEX mailed_links_end (expires_at<?)',
  ])
})

it('own posts are counted in an index, and nothing is asked of each', async () => {
  const { db } = server.services
  const plan = await planOf(db, (it) => findOwnLists(it, 1))
  expect(plan).toContain('SEARCH posts USING COVERING INDEX posts_author (author_id=?)')
  expect(plan.filter((step) => step.startsWith('CORRELATED'))).toEqual([])
})

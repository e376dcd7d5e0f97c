import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada, ben } from '../../tests/people.ts'
import { openTestServer, type TestServer } from '../../tests/test-server.ts'
import { indexMember } from './search-index.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

it('a member is found by the words of their username and of their bio', async () => {
  const { db } = server.services
  const { id } = await server.join({ ...ada, username: 'Ada_1' })
  await server.register(ben)
  const numbered = Array.from({ length: 90 }, (_, n) => `w${n}`)
  const about_me = `Tea, TEA & ﬁne bread 🫖 — чай ${'x'.repeat(90)} ${numbered.join(' ')} お茶が好き`
  await db.updateTable('users').set({ about_me }).execute()
  await db.transaction().execute((trx) => indexMember(trx, id))
  const rows = await db.selectFrom('member_words').selectAll().execute()
  expect(rows).toHaveLength(2 + 6 + numbered.length + 3)
  expect(new Set(rows.map(({ user_id }) => user_id))).toEqual(new Set([id]))
  const words = rows.map(({ word }) => word)
  for (const word of ['ada_1', '1', 'tea', 'fine', '🫖', 'чаи', 'x'.repeat(40), 'w89', '好き'])
    expect(words).toContain(word)
})

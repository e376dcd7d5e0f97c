import { afterEach, beforeEach, expect, it } from 'vitest'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { deleteSome, deletionOfSome } from './delete-some.ts'

let server: TestServer
beforeEach(async () => {
  server = await openTestServer()
})
afterEach(() => server.close())

const key = ['user_id', 'key'] as const

it('deletes no more rows than it may, of nobody else, and says when none is left', async () => {
  const { db } = server.services
  // In turn: the first of them uses the link for the first administrator up.
  const members: Member[] = []
  for (const person of [ada, ben, cleo]) members.push(await server.join(person))
  const [first, second, third] = members.map(({ id }) => id)
  if (!first || !second || !third) throw new Error('Three members join.')
  const rows = [first, second, third].flatMap((user_id) =>
    ['a', 'b', 'c'].map((each) => ({
      user_id,
      key: each,
      body_hash: '',
      made_id: 1,
      created_at: 0,
    })),
  )
  await db.insertInto('idempotency_keys').values(rows).execute()
  const left = async () => {
    const found = await db.selectFrom('idempotency_keys').select(['user_id', 'key']).execute()
    return found.map((row) => row.user_id).toSorted()
  }
  expect(await left()).toHaveLength(9)

  const some = { key, where: { user_id: first }, limit: 2 }
  expect(await deleteSome(db, 'idempotency_keys', some)).toBe(2)
  expect(await deleteSome(db, 'idempotency_keys', some)).toBe(1)
  expect(await deleteSome(db, 'idempotency_keys', some)).toBe(0)
  expect(await left()).toEqual([second, second, second, third, third, third].toSorted())

  const ofTwo = { key, where: { user_id: [first, second], key: ['a', 'b'] }, limit: 9 }
  const deleted = await deletionOfSome(db, 'idempotency_keys', ofTwo).returning('key').execute()
  expect(deleted.map((row) => row.key).toSorted()).toEqual(['a', 'b'])
  expect(await left()).toEqual([second, third, third, third].toSorted())

  const until = { key, where: { created_at: { atMost: 5 } }, limit: 9 }
  await db.updateTable('idempotency_keys').set({ created_at: 5 }).where('key', '=', 'a').execute()
  await db.updateTable('idempotency_keys').set({ created_at: 6 }).where('key', '!=', 'a').execute()
  expect(await deleteSome(db, 'idempotency_keys', until)).toBe(1)
  expect(await left()).toEqual([second, third, third].toSorted())
})

import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { prepared } from './prepared.ts'

// What the tests themselves stand on: without an order, rows come in none that they could rely on.

let database: TestDatabase
let db: Kysely<{ letters: { letter: string } }>
beforeAll(async () => {
  database = await openTestDatabase({ isMigrated: false })
  db = database.connect()
  await sql`create table letters (letter text not null)`.execute(db)
})
afterAll(() => database.close())

const letters = (rows: readonly { letter: string }[]) => rows.map(({ letter }) => letter).join('')

it('change places where a statement says no order', async () => {
  const values = ['a', 'b', 'c', 'd'].map((letter) => ({ letter }))
  const added = await db.insertInto('letters').values(values).returning('letter').execute()
  expect(letters(added)).toBe('cdab')
  const all = db.selectFrom('letters').select('letter')
  expect(letters(await all.execute())).toBe('cdab')
  expect(
    letters(
      await db
        .transaction()
        .execute((trx) => trx.executeQuery(all))
        .then(({ rows }) => rows),
    ),
  ).toBe('cdab')
  expect(letters(await prepared(() => all)(db, {}))).toBe('cdab')
  const inside = sql<{
    letter: string
  }>`select * from (select letter from letters order by letter) as inner_letters`
  expect(letters((await inside.execute(db)).rows)).toBe('cdab')
})

it('stay where one is said', async () => {
  const all = db.selectFrom('letters').select('letter').orderBy('letter')
  expect(letters(await all.execute())).toBe('abcd')
  const raw = sql<{
    letter: string
  }>`select letter from letters where letter <> ')' order by letter desc`
  expect(letters((await raw.execute(db)).rows)).toBe('dcba')
})

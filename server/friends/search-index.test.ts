import type { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts'
import { migrations } from '../migrations/all.ts'
import { migrate } from '../platform/database/migrate.ts'
import type { Schema } from '../schema.ts'
import { indexMember } from './search-index.ts'

const BEFORE_SEARCH = ['0001-accounts-and-posts', '0002-feeds-reactions-comments']
const ADA = '00000000-0000-7000-8000-000000000001'
const BEN = '00000000-0000-7000-8000-000000000002'

let database: TestDatabase
let db: Kysely<Schema>
beforeEach(async () => {
  database = await openTestDatabase({ isMigrated: false })
  db = database.connect()
})
afterEach(async () => {
  await database.close()
})

const memberWords = () =>
  db.selectFrom('member_words').selectAll().orderBy('tier').orderBy('word').execute()

it('members of an older server are found by the same words after an update', async () => {
  const older = BEFORE_SEARCH.flatMap((name) => {
    const migration = migrations[name]
    return migration ? [[name, migration] as const] : []
  })
  expect(older).toHaveLength(BEFORE_SEARCH.length)
  await migrate(db, Object.fromEntries(older))
  const person = { password_hash: '', email: 'a@example.org', created_at: 1, about_me: '' }
  const numbered = Array.from({ length: 90 }, (_, n) => `w${n}`)
  const about_me = `Tea, TEA & ﬁne bread 🫖 — чай ${'x'.repeat(90)} ${numbered.join(' ')} お茶が好き`
  await db
    .insertInto('users')
    .values([
      {
        ...person,
        id: ADA,
        username: 'Ada_1',
        username_key: 'ada_1',
        email_key: 'a',
        user_number: 1,
        verified_at: 1,
        about_me,
      } as never,
      {
        ...person,
        id: BEN,
        username: 'Ben',
        username_key: 'ben',
        email_key: 'b',
        user_number: 2,
        verified_at: null,
      } as never,
    ])
    .execute()
  await migrate(db, migrations)
  const migrated = await memberWords()
  expect(migrated).toHaveLength('ada_1'.length + 6 + numbered.length + 3)
  expect(new Set(migrated.map(({ user_id }) => user_id))).toEqual(new Set([ADA]))
  const words = migrated.map(({ word }) => word)
  for (const word of ['ada_1', '_1', 'tea', 'fine', '🫖', 'чай', 'x'.repeat(40), 'w89', '好き'])
    expect(words).toContain(word)
  await db.transaction().execute((trx) => indexMember(trx, ADA))
  expect(await memberWords()).toEqual(migrated)
})

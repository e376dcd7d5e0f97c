import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { openTestDatabase } from '../../tests/database.ts'

// To delete a row the database looks for the rows that refer to it. Without an index it reads their
// whole table each time: of 200,000 members for each picture that goes.

const ON_SQLITE = sql<Reference>`
  select t.name as "table", f."from" as "column", exists (
    select 1 from pragma_table_info(t.name) c where c.pk = 1 and c.name = f."from"
  ) or exists (
    select 1 from pragma_index_list(t.name) i, pragma_index_info(i.name) c
    where c.seqno = 0 and c.name = f."from"
  ) as "isIndexed"
  from sqlite_master t, pragma_foreign_key_list(t.name) f
  where t.type = 'table'`

const ON_POSTGRES = sql<Reference>`
  select f.conrelid::regclass::text as "table", a.attname as "column", exists (
    select 1 from pg_index i where i.indrelid = f.conrelid and i.indkey[0] = f.conkey[1]
  ) as "isIndexed"
  from pg_constraint f
  join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.contype = 'f'`

interface Reference {
  table: string
  column: string
  isIndexed: number | boolean
}

it('each column that refers to another table is the first of an index', async () => {
  const database = await openTestDatabase()
  try {
    const db = database.connect()
    const all = database.databaseUrl === null ? ON_SQLITE : ON_POSTGRES
    const { rows } = await all.execute(db)
    expect(rows.length).toBeGreaterThan(30)
    expect(rows.filter(({ isIndexed }) => !isIndexed)).toEqual([])
  } finally {
    await database.close()
  }
})

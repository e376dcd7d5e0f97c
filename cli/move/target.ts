import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Key, Row } from './source.ts'
import type { Column, Table } from './tables.ts'

/** One array for each column: so many rows as one likes, with few parameters. */
export async function insertRows(
  db: Kysely<unknown>,
  { name, columns }: Table,
  rows: Row[],
): Promise<void> {
  const arrays = columns.map(
    ({ type }, index) => sql`${rows.map((row) => row[index])}::${sql.raw(type)}[]`,
  )
  const names = columns.map((column) => sql.id(column.name))
  await sql`insert into ${sql.table(name)} (${sql.join(names)})
    select * from unnest(${sql.join(arrays)})`.execute(db)
}

/** The next rows in the order of the key, which is the order the embedded database has. */
export async function readRows(
  db: Kysely<unknown>,
  { name, columns, key }: Table,
  after: Key | null,
  count: number,
): Promise<Row[]> {
  const order = sql.join(key.map(byBytes))
  const given = after?.map((value, index) => sql`${value}::${sql.raw(key[index]?.type ?? '')}`)
  const further = given ? sql`where (${order}) > (${sql.join(given)})` : sql``
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(columns.map((column) => sql.id(column.name)))} from ${sql.table(name)}
    ${further} order by ${order} limit ${sql.lit(count)}`.execute(db)
  return rows.map((row) => columns.map((column) => row[column.name]))
}

export async function countRows(db: Kysely<unknown>, name: string): Promise<number> {
  const counted = sql<{ count: number }>`select count(*) as count from ${sql.table(name)}`
  const { rows } = await counted.execute(db)
  return Number(rows[0]?.count)
}

export async function isEmpty(db: Kysely<unknown>, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db)
  return rows.length === 0
}

function byBytes({ name, type }: Column): RawBuilder<unknown> {
  return type === 'text' ? sql`${sql.id(name)} collate "C"` : sql.id(name)
}

import {
  type Expression,
  type Kysely,
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
  sql,
} from 'kysely'
import { jsonArrayFrom as postgresArray } from 'kysely/helpers/postgres'
import { jsonArrayFrom as sqliteArray } from 'kysely/helpers/sqlite'
import type { Id } from '../ids.ts'

// The SQL that the two databases write differently.

export function isPostgres(db: QueryExecutorProvider): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

type ColumnType = 'id' | 'uuid' | 'timestamp' | 'flag' | 'key'

/**
 * The column types of a migration, the same meaning on both databases: `id` a number of
 * `newId`, `uuid` one of `randomUUID`, `timestamp` milliseconds since the epoch, `flag` 0 or 1,
 * `key` text compared byte by byte.
 */
export function columnTypes(db: Kysely<never>): Record<ColumnType, RawBuilder<unknown>> {
  return isPostgres(db)
    ? {
        id: sql`bigint`,
        uuid: sql`uuid`,
        timestamp: sql`bigint`,
        flag: sql`integer`,
        key: sql`text collate "C"`,
      }
    : {
        id: sql`integer`,
        uuid: sql`text`,
        timestamp: sql`integer`,
        flag: sql`integer`,
        key: sql`text`,
      }
}

/**
 * What ends `create table` where the primary key has several columns or is a text: SQLite then
 * keeps the rows in the key's own tree, in its order, instead of in a second one.
 */
export function clusteredByKey(db: Kysely<never>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`` : sql`without rowid`
}

/**
 * The rows of a query, which nobody else changes until the transaction ends; with `key share` they
 * may be changed, but not deleted, and with `share` several transactions may hold them unchanged at
 * once. With `no key update` those who ask for it take turns, while others may hold `key share`: so
 * it can follow `key share` in the same transaction. On SQLite there is nothing to do: it has one
 * writer at a time.
 */
export function withRowLock<DB, Tables extends keyof DB, Row>(
  trx: Kysely<DB>,
  query: SelectQueryBuilder<DB, Tables, Row>,
  lock: 'update' | 'share' | 'key share' | 'no key update' = 'update',
): SelectQueryBuilder<DB, Tables, Row> {
  if (!isPostgres(trx)) return query
  if (lock === 'share') return query.forShare()
  if (lock === 'no key update') return query.forNoKeyUpdate()
  return lock === 'key share' ? query.forKeyShare() : query.forUpdate()
}

// biome-ignore lint/suspicious/noExplicitAny: of which tables the rows come does not matter here
type QueryOf<Row> = SelectQueryBuilder<any, any, Row>

/** The rows of a query as one column. Read it with `fromJson`: SQLite gives text. */
export function jsonRows<Row>(db: QueryExecutorProvider, query: QueryOf<Row>): RawBuilder<Row[]> {
  const asArray = isPostgres(db) ? postgresArray : sqliteArray
  return asArray(query) as unknown as RawBuilder<Row[]>
}

/** What `jsonRows` gave and a number, such as how many there are in all, as one column. */
export function jsonCounted<Row>(
  db: QueryExecutorProvider,
  count: Expression<number>,
  rows: RawBuilder<Row[]>,
): RawBuilder<{ count: number; rows: Row[] }> {
  return isPostgres(db)
    ? sql`json_build_object('count', ${count}, 'rows', ${rows})`
    : sql`json_object('count', ${count}, 'rows', json(${rows}))`
}

/** The one column of a query, of ids, as `jsonRows` gives rows: less than half as dear. */
export function jsonIds<Column extends string>(
  db: QueryExecutorProvider,
  column: Column,
  query: QueryOf<Record<Column, Id>>,
): RawBuilder<Id[]> {
  const ids = sql.ref(`ids.${column}`)
  const all = isPostgres(db) ? sql`coalesce(json_agg(${ids}), '[]')` : sql`json_group_array(${ids})`
  return sql`(select ${all} from (${query}) as ids)`
}

/** The texts of a JSON list, as the rows of a table with the column `value`. */
export function jsonTexts(db: QueryExecutorProvider, list: string): RawBuilder<{ value: string }> {
  return isPostgres(db) ? sql`json_array_elements_text(${list}::json)` : sql`json_each(${list})`
}

export function fromJson<T>(column: T): T {
  return typeof column === 'string' ? JSON.parse(column) : column
}

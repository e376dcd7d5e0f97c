import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

type ColumnType = 'id' | 'uuid' | 'moment' | 'flag' | 'key'

/**
 * The column types of a migration, the same meaning on both databases: `id` a number of
 * `newId`, `moment` milliseconds since the epoch, `flag` 0 or 1, `key` text compared byte by byte.
 */
export function columnTypes(db: Kysely<never>): Record<ColumnType, RawBuilder<unknown>> {
  return isPostgres(db)
    ? {
        id: sql`bigint`,
        uuid: sql`uuid`,
        moment: sql`bigint`,
        flag: sql`integer`,
        key: sql`text collate "C"`,
      }
    : {
        id: sql`integer`,
        uuid: sql`text`,
        moment: sql`integer`,
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

function isPostgres(db: Kysely<never>): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}

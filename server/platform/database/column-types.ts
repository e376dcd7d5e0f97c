import { type Kysely, PostgresAdapter, type RawBuilder, sql } from 'kysely'

type ColumnType = 'text' | 'uuid' | 'integer' | 'bigint' | RawBuilder<unknown>

/**
 * The column types of a migration, the same meaning on both databases: `id` a UUID, `moment`
 * milliseconds since the epoch, `flag` 0 or 1, `key` text compared byte by byte.
 */
export function columnTypes(
  db: Kysely<never>,
): Record<'id' | 'moment' | 'flag' | 'key', ColumnType> {
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    return { id: 'uuid', moment: 'bigint', flag: 'integer', key: sql`text collate "C"` }
  return { id: 'text', moment: 'integer', flag: 'integer', key: 'text' }
}

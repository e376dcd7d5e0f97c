import { type Kysely, PostgresAdapter, type SelectQueryBuilder } from 'kysely'

/**
 * The rows of a query, which nobody else changes until the transaction ends; with `there` they may
 * be changed, but not deleted. On SQLite there is nothing to do: it has one writer at a time.
 */
export function forUpdate<DB, Tables extends keyof DB, Row>(
  trx: Kysely<DB>,
  query: SelectQueryBuilder<DB, Tables, Row>,
  kept: 'unchanged' | 'there' = 'unchanged',
): SelectQueryBuilder<DB, Tables, Row> {
  if (!(trx.getExecutor().adapter instanceof PostgresAdapter)) return query
  return kept === 'there' ? query.forKeyShare() : query.forUpdate()
}

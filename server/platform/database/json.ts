import {
  PostgresAdapter,
  type QueryExecutorProvider,
  type RawBuilder,
  type SelectQueryBuilder,
} from 'kysely'
import { jsonArrayFrom as postgresArray } from 'kysely/helpers/postgres'
import { jsonArrayFrom as sqliteArray } from 'kysely/helpers/sqlite'

// biome-ignore lint/suspicious/noExplicitAny: of which tables the rows come does not matter here
type QueryOf<Row> = SelectQueryBuilder<any, any, Row>

/** The rows of a query as one column. Read it with `fromJson`: SQLite gives text. */
export function jsonRows<Row>(db: QueryExecutorProvider, query: QueryOf<Row>): RawBuilder<Row[]> {
  const isPostgres = db.getExecutor().adapter instanceof PostgresAdapter
  const asArray = isPostgres ? postgresArray : sqliteArray
  return asArray(query) as unknown as RawBuilder<Row[]>
}

export function fromJson<T>(column: T): T {
  return typeof column === 'string' ? JSON.parse(column) : column
}

import { expressionBuilder, sql } from 'kysely'

interface RowCounts {
  row_counts: { name: string; slot: number; count: number }
}

/**
 * How many rows there are of what the database counts itself, such as `members` or `posts`: a column
 * of a query (server/migrations/counted-rows.ts).
 */
export function rowCount(...names: string[]) {
  const counted = expressionBuilder<RowCounts, never>()
    .selectFrom('row_counts')
    .select((eb) => eb.fn.sum<number>('row_counts.count').as('count'))
    .where(
      'row_counts.name',
      'in',
      names.map((name) => sql.lit(name)),
    )
  return sql<number>`coalesce(${counted}, 0)`
}

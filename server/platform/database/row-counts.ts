import { expressionBuilder, sql } from 'kysely'

interface RowCounts {
  row_counts: { name: string; slot: number; count: number }
}

/** A column with how many rows the database counted (server/migrations/counted-rows.ts). */
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

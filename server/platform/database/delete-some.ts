import {
  type DeleteQueryBuilder,
  type DeleteResult,
  type Kysely,
  type SelectType,
  sql,
} from 'kysely'

// A long life is many rows: they are deleted a slice at a time, each its own short transaction.
// Neither database knows a `limit` of a deletion, so the rows are chosen by their key.

interface Some<DB, Table extends keyof DB> {
  key: readonly (keyof DB[Table] & string)[]
  /**
   * The column by which they are chosen, with the value it has, those it may have or its highest.
   */
  where: { [Column in keyof DB[Table]]?: Chosen<SelectType<DB[Table][Column]>> }
  limit: number
}
type Chosen<Value> = Value | readonly Value[] | { atMost: Value }

/** Deletes at most `limit` rows; returns how many there were, so 0 means that none is left. */
export async function deleteSome<DB, Table extends keyof DB & string>(
  trx: Kysely<DB>,
  table: Table,
  some: Some<DB, Table>,
): Promise<number> {
  const { numDeletedRows } = await deletionOfSome(trx, table, some).executeTakeFirstOrThrow()
  return Number(numDeletedRows)
}

/** The same deletion, for who needs something `returning` of what was there. */
export function deletionOfSome<DB, Table extends keyof DB & string>(
  trx: Kysely<DB>,
  table: Table,
  { key, where, limit }: Some<DB, Table>,
): DeleteQueryBuilder<DB, Table, DeleteResult> {
  // biome-ignore lint/suspicious/noExplicitAny: the columns of a table that is not known yet
  const db = trx as unknown as Kysely<any>
  const rows: string = table
  let chosen = db.selectFrom(rows).select(key).limit(limit)
  for (const [column, value] of Object.entries(where)) {
    if (isBound(value)) chosen = chosen.where(column, '<=', value.atMost)
    else chosen = chosen.where(column, Array.isArray(value) ? 'in' : '=', value)
  }
  const ofRow = sql`(${sql.join(key.map((column) => sql.ref(column)))})`
  return db.deleteFrom(rows).where(ofRow, 'in', chosen)
}

function isBound(value: unknown): value is { atMost: unknown } {
  return typeof value === 'object' && value !== null && 'atMost' in value
}

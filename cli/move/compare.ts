import type { Kysely } from 'kysely'
import { inWords, keyOf } from './copy.ts'
import type { Key, Row, Source } from './source.ts'
import type { Table } from './tables.ts'
import { countRows, readRows } from './target.ts'

const ROWS_AT_ONCE = 1_000

export interface Comparison {
  table: string
  here: number
  there: number
  /** The first row that is not the same; null when all are. */
  differsAt: string | null
}

/** Compares every value of every row, in the order of the key. */
export async function compareTable(
  db: Kysely<unknown>,
  source: Source,
  table: Table,
  tell: (rows: number) => void,
): Promise<Comparison> {
  return {
    table: table.name,
    here: source.countOf(table.name),
    there: await countRows(db, table.name),
    differsAt: await firstDifference(db, source, table, tell),
  }
}

async function firstDifference(
  db: Kysely<unknown>,
  source: Source,
  table: Table,
  tell: (rows: number) => void,
): Promise<string | null> {
  let after: Key | null = null
  for (;;) {
    const here = source.rowsAfter(table, after, ROWS_AT_ONCE)
    const there = await readRows(db, table, after, ROWS_AT_ONCE)
    const count = Math.max(here.length, there.length)
    for (let index = 0; index < count; index++) {
      const [one, other] = [here[index], there[index]]
      if (!one || !other || !isSame(one, other))
        return inWords(table, keyOf(table, one ?? other ?? []))
    }
    tell(here.length)
    const last = here.at(-1)
    if (!last) return null
    after = keyOf(table, last)
  }
}

function isSame(one: Row, other: Row): boolean {
  return one.every((value, index) => value === other[index])
}

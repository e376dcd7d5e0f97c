import type { Kysely } from 'kysely'
import { readProgress, setProgress } from './move-state.ts'
import type { Key, Row, Source } from './source.ts'
import type { Table } from './tables.ts'
import { MoveError } from './tables.ts'
import { insertRows } from './target.ts'

/** Few enough to hold in memory whatever members wrote. */
const ROWS_AT_ONCE = 1_000

/**
 * PostgreSQL refuses what a row says: a value it cannot keep, too long a key, or nothing referred
 * to.
 */
const REFUSES_A_ROW = /^(2[23]|54)...$/

/**
 * Copies the rows that are not there yet, each batch in one transaction with the mark of how far
 * it came: whenever it is cut off, it goes on behind the last batch. Returns how many it found
 * there.
 */
export async function copyTable(
  db: Kysely<unknown>,
  source: Source,
  table: Table,
  tell: (rows: number) => void,
): Promise<number> {
  const before = await readProgress(db, table.name)
  let { after, rows: done, isDone } = before
  tell(done)
  while (!isDone) {
    const rows = source.rowsAfter(table, after, ROWS_AT_ONCE)
    isDone = rows.length < ROWS_AT_ONCE
    const last = rows.at(-1)
    after = last ? keyOf(table, last) : after
    done += rows.length
    const progress = { after, rows: done, isDone }
    await db
      .transaction()
      .execute(async (trx) => {
        if (rows.length > 0) await insertRows(trx, table, rows)
        await setProgress(trx, table.name, progress)
      })
      .catch((error: unknown) => explain(db, table, rows, error))
    tell(rows.length)
  }
  return before.rows
}

export function keyOf({ columns, key }: Table, row: Row): Key {
  return key.map(({ name }) => row[columns.findIndex((column) => column.name === name)])
}

/** For people: `id = "…"`. */
export function inWords({ key }: Table, values: Key): string {
  return key.map(({ name }, index) => `${name} = ${JSON.stringify(values[index])}`).join(', ')
}

/** Says which row it was: tries them one by one, and keeps none. */
async function explain(
  db: Kysely<unknown>,
  table: Table,
  rows: Row[],
  error: unknown,
): Promise<never> {
  if (!refusesARow(error)) throw error
  let tried: Row | undefined
  const trial = db.transaction().execute(async (trx) => {
    for (tried of rows) await insertRows(trx, table, [tried])
    tried = undefined
    throw error
  })
  const reason = await trial.catch((found: unknown) => found)
  if (!refusesARow(reason) || !tried) throw reason
  throw new MoveError(
    `PostgreSQL does not take a row of ${table.name} (${inWords(table, keyOf(table, tried))}): ${reason.message}.`,
  )
}

function refusesARow(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && REFUSES_A_ROW.test(String(error.code))
}

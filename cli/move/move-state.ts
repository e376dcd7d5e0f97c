import { type Kysely, sql } from 'kysely'
import {
  isMoveUnderWay,
  MOVE_MARK,
} from '../../server/platform/database/postgres/postgres-requirements.ts'
import { type Key, NOT_MOVED } from './source.ts'
import { MoveError, readTableNames } from './tables.ts'
import { isEmpty } from './target.ts'

// The mark of a move under way: a table in the target that names the community and says how far
// each table has come. It is made before anything else and removed last, so a database that bears
// it holds nothing but what this move put there, and no server serves it.

const COMMUNITY = 'community'
const STATE = 'state'
const progressOf = (table: string) => `table ${table}`

type Marked = Record<typeof MOVE_MARK, { name: string; value: string }>

export interface Progress {
  /** The key of the last row that is there; null before the first. */
  after: Key | null
  rows: number
  isDone: boolean
}

/**
 * `ours`: tables that a server without members may have left. Throws MoveError, changing nothing.
 */
export async function beginMove(
  db: Kysely<unknown>,
  community: string,
  ours: string[],
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    if (await isMoveUnderWay(trx)) {
      if ((await readValue(trx, COMMUNITY)) === community) return
      throw new MoveError('The move of another community into this database is not finished.')
    }
    await requireEmpty(trx, ours)
    await sql`create table ${sql.table(MOVE_MARK)} (name text primary key, value text not null)`.execute(
      trx,
    )
    await setValue(trx, COMMUNITY, community)
  })
}

async function requireEmpty(trx: Kysely<unknown>, ours: string[]) {
  for (const table of await readTableNames(trx)) {
    if (NOT_MOVED.includes(table)) continue
    if (!ours.includes(table))
      throw new MoveError(
        `There is something else in this database: the table "${table}". Make an empty one.`,
      )
    if (!(await isEmpty(trx, table)))
      throw new MoveError('There is a community in this database already. Make an empty one.')
  }
}

/** Unless rows of this very state are there. Returns whether it goes on with those. */
export async function readyFor(
  db: Kysely<unknown>,
  state: string,
  tables: string[],
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    if ((await readValue(trx, STATE)) === state) return true
    // What is counted there as rows arrive begins with them: no trigger sees a table emptied so.
    const emptied = [...tables, 'row_counts'].map((name) => sql.table(name))
    await sql`truncate ${sql.join(emptied)}`.execute(trx)
    await markedIn(trx).deleteFrom(MOVE_MARK).where('name', '!=', COMMUNITY).execute()
    await setValue(trx, STATE, state)
    return false
  })
}

/** The next run copies everything anew. */
export async function deleteMoveState(db: Kysely<unknown>): Promise<void> {
  await markedIn(db).deleteFrom(MOVE_MARK).where('name', '=', STATE).execute()
}

export async function readProgress(db: Kysely<unknown>, table: string): Promise<Progress> {
  const text = await readValue(db, progressOf(table))
  return text === undefined ? { after: null, rows: 0, isDone: false } : JSON.parse(text)
}

/** Part of the transaction that puts the rows there. */
export async function setProgress(trx: Kysely<unknown>, table: string, progress: Progress) {
  await setValue(trx, progressOf(table), JSON.stringify(progress))
}

/** From now on the database is a community as any other. */
export async function endMove(db: Kysely<unknown>): Promise<void> {
  await sql`drop table ${sql.table(MOVE_MARK)}`.execute(db)
}

async function readValue(db: Kysely<unknown>, name: string): Promise<string | undefined> {
  const row = await markedIn(db)
    .selectFrom(MOVE_MARK)
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst()
  return row?.value
}

async function setValue(trx: Kysely<unknown>, name: string, value: string) {
  await markedIn(trx)
    .insertInto(MOVE_MARK)
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

function markedIn(db: Kysely<unknown>) {
  return db.withTables<Marked>()
}

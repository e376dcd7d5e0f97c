import { setImmediate as nextTurn } from 'node:timers/promises'
import { type Kysely, sql } from 'kysely'
import { tookTooLong } from './failures.ts'
import { isPostgres } from './portable-sql.ts'

// The embedded database gives back the room of what was deleted, a little at a time, and empties
// its log, in which older versions of pages still stand. PostgreSQL would let go of deleted rows
// only once they are a fifth of their table, which of one member's are never: so it is told to.

/** Moved while others wait: about a millisecond. */
const PAGES_AT_ONCE = 100
/** As much stays free, so that what is written next need not grow the file again. */
const FREE_PAGES_KEPT = 256

/** As SQLite advises: of every table whose size has changed much, and little of it. */
const ALL_TABLES = 0x10002

/**
 * Makes the file as small as what is in it, its log empty, and its plans those of what is in it.
 */
export async function reclaimSpace<Schema>(db: Kysely<Schema>): Promise<void> {
  if (isPostgres(db)) return
  await sql`pragma optimize = ${sql.lit(ALL_TABLES)}`.execute(db)
  for (let free = await freePages(db); free > FREE_PAGES_KEPT; ) {
    await sql`pragma incremental_vacuum(${sql.lit(PAGES_AT_ONCE)})`.execute(db)
    await nextTurn()
    const left = await freePages(db)
    // Another process reads: the pages come free the next time.
    if (left >= free) break
    free = left
  }
  await emptyLog(db)
}

/**
 * PostgreSQL lets go of deleted rows, and of what it keeps of them to plan by. It waits for nobody
 * and keeps nobody waiting; what takes too long is left to its own time.
 */
export async function vacuumDeleted<Schema>(db: Kysely<Schema>): Promise<void> {
  if (!isPostgres(db)) return
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_stat_user_tables
    where schemaname = current_schema() and n_dead_tup > 0 order by relname`.execute(db)
  for (const { name } of rows)
    try {
      await sql`vacuum (analyze, skip_locked) ${sql.id(name)}`.execute(db)
    } catch (error) {
      if (!tookTooLong(error)) throw error
    }
}

/** Files of before `secure_delete` are written anew, once: nothing that was deleted is left. */
export async function overwriteFormerlyDeleted<Schema>(db: Kysely<Schema>): Promise<void> {
  if (isPostgres(db)) return
  const { rows } = await sql<{ auto_vacuum: number }>`pragma auto_vacuum`.execute(db)
  if (rows[0]?.auto_vacuum !== 0) return
  await sql`pragma auto_vacuum = incremental`.execute(db)
  await sql`vacuum`.execute(db)
  await emptyLog(db)
}

async function freePages<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ freelist_count: number }>`pragma freelist_count`.execute(db)
  return rows[0]?.freelist_count ?? 0
}

/**
 * Brings what is in the log into the file. Does nothing while another process reads; there is a
 * next time.
 */
export async function emptyLog<Schema>(db: Kysely<Schema>) {
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
}

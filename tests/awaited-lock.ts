import { inspect } from 'node:util'
import { sql, type Transaction } from 'kysely'
import { expect, vi } from 'vitest'
import type { Database, Queryable, Schema } from '../server/schema.ts'

/**
 * The server's connections end a statement and an idle transaction after 15 s: what does not wait
 * within less than these never will.
 */
const HELD_MS = 14_000

/** A transaction for as long as this takes, which is taken back however it ends. */
export async function whileHeld(
  db: Database,
  work: (trx: Transaction<Schema>) => Promise<void>,
): Promise<void> {
  const trx = await db.startTransaction().execute()
  // Left open, it would keep the server from closing for minutes.
  const takeBack = () => trx.rollback().execute()
  await work(trx).catch(async (error) => {
    await takeBack().catch(() => {})
    throw error
  })
  await takeBack()
}

/** How many in the test's own PostgreSQL database wait for what others hold. */
async function lockWaits(db: Queryable): Promise<number> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length
}

/** Until so many wait, and what was begun last among them: says what it answered where it did not. */
export async function lockIsAwaited(
  db: Queryable,
  begun: Promise<unknown>,
  waits = 1,
): Promise<void> {
  const isAwaited = vi.waitFor(
    async () =>
      expect(await lockWaits(db), 'who wait for what is held').toBeGreaterThanOrEqual(waits),
    HELD_MS,
  )
  const isAnswered = begun.then((answer) => {
    throw new Error(`It did not wait for what is held: ${inWords(answer)}`)
  })
  await Promise.race([isAwaited, isAnswered])
}

function inWords(answer: unknown): string {
  const { statusCode, body } = Object(answer)
  return statusCode === undefined ? inspect(answer) : `${statusCode} ${body}`
}

/** Until what was begun is done, or waits beside the one that waits already. */
export async function doneOrWaiting(db: Queryable, begun: Promise<unknown>): Promise<void> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  begun.then(done, done)
  await vi.waitFor(
    async () => expect(isDone || (await lockWaits(db)) > 1, 'done, or waits').toBe(true),
    HELD_MS,
  )
}

import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Queryable } from '../server/schema.ts'

/** How many in the test's own PostgreSQL database wait for what others hold. */
async function lockWaits(db: Queryable): Promise<number> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return (await waiting.execute(db)).rows.length
}

/** Until so many wait. */
export function lockIsAwaited(db: Queryable, waits = 1): Promise<void> {
  return vi.waitFor(async () => expect(await lockWaits(db)).toBe(waits))
}

/** Until what was begun is done, or waits beside the one that waits already. */
export async function doneOrWaiting(db: Queryable, begun: Promise<unknown>): Promise<void> {
  let isDone = false
  const done = () => {
    isDone = true
  }
  begun.then(done, done)
  await vi.waitFor(async () => expect(isDone || (await lockWaits(db)) > 1).toBe(true))
}

import { sql } from 'kysely'
import { expect, vi } from 'vitest'
import type { Queryable } from '../server/schema.ts'

/** Until so many in the test's own PostgreSQL database wait for what others hold. */
export function lockIsAwaited(db: Queryable, count = 1): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`
  return vi.waitFor(async () => expect((await waiting.execute(db)).rows).toHaveLength(count))
}

import { sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

// The SQL of who is told that somebody waits to be let in.

/** Of all who can act, as they are just now. */
export async function administratorIds(db: Queryable): Promise<Id[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('suspended_until', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How many verified their email and wait to be let in. */
export async function countWaiting(db: Queryable): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('waiting_since', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

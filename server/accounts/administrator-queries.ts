import { sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

// The SQL of who is an administrator.

/** But for who is suspended. */
export async function findAdministratorIds(db: Queryable): Promise<Id[]> {
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

import { sql } from 'kysely'
import { forUpdate } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

// The SQL of who is an administrator.

/** But for who is suspended. */
export async function findAdministratorIds(db: Queryable): Promise<Id[]> {
  const rows = await administrators(db).execute()
  return rows.map(({ id }) => id)
}

/** The same, for a transaction that takes turns with others that do so. */
export async function holdAdministratorIds(trx: Queryable): Promise<Id[]> {
  const rows = await forUpdate(trx, administrators(trx), 'queued').execute()
  return rows.map(({ id }) => id)
}

function administrators(db: Queryable) {
  return db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('suspended_until', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
}

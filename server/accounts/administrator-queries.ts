import { sql } from 'kysely'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

const TURN_TO_TELL = 'turn_to_tell'

/** But for who is suspended, or no member yet. */
export async function findAdministratorIds(db: Queryable): Promise<Id[]> {
  return (await actingAdministrators(db).execute()).map(({ id }) => id)
}

/** None of them changes until the transaction ends. */
export async function lockAdministrators(trx: Queryable): Promise<Id[]> {
  const administrators = withRowLock(trx, actingAdministrators(trx), 'no key update')
  return (await administrators.execute()).map(({ id }) => id)
}

function actingAdministrators(db: Queryable) {
  return db
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('verified_at', 'is not', null)
    .where('suspended_until', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
}

/**
 * Until the end of the transaction nobody else passes. A row of its own: those of the
 * administrators are held for a block, and to wait for them stopped whoever reported while one of
 * them was blocked.
 */
export async function lockNotificationTurn(trx: Queryable): Promise<void> {
  await trx
    .insertInto('counters')
    .values({ name: TURN_TO_TELL, value: 0 })
    .onConflict((c) => c.column('name').doUpdateSet({ value: 0 }))
    .execute()
}

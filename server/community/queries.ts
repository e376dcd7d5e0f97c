import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Queryable } from '../schema.ts'
import type { CommunityTable } from './tables.ts'

export function allSettings(db: Queryable) {
  return db.selectFrom('community').select(['key', 'value']).execute()
}

export async function writeSetting(trx: Queryable, row: CommunityTable): Promise<void> {
  await trx
    .insertInto('community')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: row.value }))
    .execute()
}

/**
 * Nobody else changes the setting until the transaction ends; where there is none yet, it is this.
 */
export async function lockSetting(trx: Queryable, row: CommunityTable): Promise<void> {
  await trx
    .insertInto('community')
    .values(row)
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const setting = trx.selectFrom('community').select('key').where('key', '=', row.key)
  await withRowLock(trx, setting).execute()
}

import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

// The SQL of second factors: the secret of an app for each member who set one up, and the recovery
// codes that are left.

export function findSecondFactor(db: Queryable, userId: Id) {
  return db
    .selectFrom('second_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** In place of one that was begun and not confirmed. Nothing changes one that is on. */
export async function beginSecondFactor(trx: Queryable, userId: Id, secret: string) {
  const begun = { user_id: userId, secret, confirmed_at: null, last_step: 0, ends_at: null }
  await trx
    .insertInto('second_factors')
    .values(begun)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ secret })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .execute()
}

/** False where a code of this step, or of a later one, was used before. */
export async function spendStep(trx: Queryable, userId: Id, step: number): Promise<boolean> {
  const row = await trx
    .updateTable('second_factors')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function confirmSecondFactor(trx: Queryable, userId: Id, now: number) {
  await trx
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', userId)
    .execute()
}

export async function endSecondFactorAt(trx: Queryable, userId: Id, endsAt: number) {
  await trx
    .updateTable('second_factors')
    .set({ ends_at: endsAt })
    .where('user_id', '=', userId)
    .execute()
}

/** Whatever end was set. */
export async function cancelSecondFactorEnd(trx: Queryable, userId: Id) {
  await trx
    .updateTable('second_factors')
    .set({ ends_at: null })
    .where('user_id', '=', userId)
    .where('ends_at', 'is not', null)
    .execute()
}

export async function deleteSecondFactor(trx: Queryable, userId: Id) {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await trx.deleteFrom('second_factors').where('user_id', '=', userId).execute()
}

/** False where it was kept, or begun anew, meanwhile. */
export async function deleteEndedSecondFactor(
  trx: Queryable,
  userId: Id,
  now: number,
): Promise<boolean> {
  const ended = trx.deleteFrom('second_factors').where('user_id', '=', userId)
  const row = await ended.where('ends_at', '<=', now).returning('user_id').executeTakeFirst()
  if (!row) return false
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  return true
}

export function findEndedSecondFactors(db: Queryable, now: number, limit: number) {
  return db
    .selectFrom('second_factors')
    .select('user_id')
    .where('ends_at', '<=', now)
    .limit(limit)
    .execute()
}

export async function countRecoveryCodes(db: Queryable, userId: Id): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export function findRecoveryCode(db: Queryable, userId: Id, prefix: string) {
  return db
    .selectFrom('recovery_codes')
    .select('code_hash')
    .where('user_id', '=', userId)
    .where('prefix', '=', prefix)
    .executeTakeFirst()
}

/** False where it was used a moment ago. */
export async function spendRecoveryCode(trx: Queryable, userId: Id, prefix: string) {
  const row = await trx
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('prefix', '=', prefix)
    .returning('prefix')
    .executeTakeFirst()
  return row !== undefined
}

export async function replaceRecoveryCodes(
  trx: Queryable,
  userId: Id,
  codes: readonly { prefix: string; code_hash: string }[],
) {
  await trx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  const rows = codes.map((code) => ({ user_id: userId, ...code }))
  await trx.insertInto('recovery_codes').values(rows).execute()
}

export function allSecondFactors(db: Queryable) {
  return db
    .selectFrom('second_factors')
    .select(['user_id', 'secret', 'confirmed_at', 'ends_at'])
    .execute()
}

/**
 * Of those who are asked for codes: half of the members who came first, half of those who came
 * last.
 */
export async function someSecondFactors(db: Queryable, count: number) {
  const asked = db
    .selectFrom('second_factors')
    .select(['user_id', 'secret'])
    .where('confirmed_at', 'is not', null)
    .where('ends_at', 'is', null)
  const first = await asked
    .orderBy('user_id')
    .limit(count / 2)
    .execute()
  const last = await asked
    .where('user_id', '>', first.at(-1)?.user_id ?? 0)
    .orderBy('user_id', 'desc')
    .limit(count / 2)
    .execute()
  return [...first, ...last]
}

export async function setSecondFactorSecret(trx: Queryable, userId: Id, secret: string) {
  await trx.updateTable('second_factors').set({ secret }).where('user_id', '=', userId).execute()
}

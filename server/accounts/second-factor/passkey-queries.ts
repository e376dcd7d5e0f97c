import type { Insertable } from 'kysely'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { PasskeysTable } from '../tables.ts'

export function passkeysOf(db: Queryable, userId: Id) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('id', 'desc')
    .execute()
}

export function findPasskey(db: Queryable, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst()
}

export async function insertPasskey(trx: Queryable, passkey: Insertable<PasskeysTable>) {
  await trx.insertInto('passkeys').values(passkey).execute()
}

/** False when it is none of theirs. */
export async function deletePasskey(trx: Queryable, userId: Id, id: Id): Promise<boolean> {
  const row = await trx
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deletePasskeysSince(trx: Queryable, userId: Id, since: number) {
  await trx
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .execute()
}

/**
 * False where it signed as often before, or was removed meanwhile; 0 again and again is no count.
 */
export async function countSignature(db: Queryable, id: Id, count: number, now: number) {
  const row = await db
    .updateTable('passkeys')
    .set({ sign_count: count, last_used_at: now })
    .where('id', '=', id)
    .where((eb) => (count === 0 ? eb('sign_count', '=', 0) : eb('sign_count', '<', count)))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where it was spent before. */
export async function spendChallenge(db: Queryable, hash: string, expiresAt: number) {
  const row = await db
    .insertInto('spent_challenges')
    .values({ challenge_hash: hash, expires_at: expiresAt })
    .onConflict((conflict) => conflict.column('challenge_hash').doNothing())
    .returning('challenge_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteSpentChallenges(db: Queryable, now: number) {
  await db.deleteFrom('spent_challenges').where('expires_at', '<=', now).execute()
}

/** Those of another relying party than this one; null: all. */
export async function countPasskeysElsewhere(db: Queryable, rpId: string | null) {
  const { count } = await db
    .selectFrom('passkeys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .$if(rpId !== null, (query) => query.where('works_at', '!=', rpId ?? ''))
    .executeTakeFirstOrThrow()
  return Number(count)
}

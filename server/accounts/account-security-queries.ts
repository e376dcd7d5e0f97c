import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor } from '../services.ts'
import type { MailedLinksTable } from './tables.ts'

/** This one first, then the latest used. */
export function ownSessions(
  db: Queryable,
  { id: userId, sessionId }: Pick<Actor, 'id' | 'sessionId'>,
  now: number,
  limit: number,
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'agent', 'network', 'created_at', 'refreshed_at'])
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy((eb) => eb.case().when('id', '=', sessionId).then(0).else(1).end())
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function liveSessionIds(db: Queryable, userId: Id, now: number) {
  const rows = await db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .execute()
  return rows.map(({ id }) => id)
}

/** Whether it is there, and stays until the transaction ends. */
export async function lockSession(trx: Queryable, id: string): Promise<boolean> {
  const session = trx.selectFrom('sessions').select('id').where('id', '=', id)
  return (await withRowLock(trx, session).executeTakeFirst()) !== undefined
}

export async function ownSessionIds(trx: Queryable, userId: Id) {
  const rows = await trx.selectFrom('sessions').select('id').where('user_id', '=', userId).execute()
  return rows.map(({ id }) => id)
}

/** False when it is none of theirs, or has ended. */
export async function deleteOwnSession(trx: Queryable, userId: Id, sessionId: string) {
  const row = await trx
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteOtherSessions(trx: Queryable, userId: Id, sessionId: string) {
  const rows = await trx
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** All but the latest used, as many as were made since this was last done. */
export async function deleteOldestSessions(trx: Queryable, userId: Id, kept: number) {
  const oldest = trx
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('refreshed_at', 'desc')
    .orderBy('id')
    .limit(kept)
    .offset(kept)
  const rows = await trx.deleteFrom('sessions').where('id', 'in', oldest).returning('id').execute()
  return rows.map(({ id }) => id)
}

export async function findConfirmation(db: Queryable, sessionId: string) {
  const row = await db
    .selectFrom('sessions')
    .select('confirmed_at')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return row?.confirmed_at
}

export async function confirmSession(db: Queryable, sessionId: string, now: number) {
  await db.updateTable('sessions').set({ confirmed_at: now }).where('id', '=', sessionId).execute()
}

export async function updateEmail(trx: Queryable, userId: Id, email: string, emailKey: string) {
  await trx
    .updateTable('users')
    .set({ email, email_key: emailKey })
    .where('id', '=', userId)
    .execute()
}

/** The account that has this address; nobody changes it until the transaction ends. */
export function lockUserByEmail(trx: Queryable, emailKey: string) {
  const user = trx
    .selectFrom('users')
    .select(['id', 'verified_at', 'created_at'])
    .where('email_key', '=', emailKey)
  return withRowLock(trx, user).executeTakeFirst()
}

/** Those that end then or later, and were not used. */
export async function deleteLaterLinks(
  trx: Queryable,
  userId: Id,
  purposes: MailedLinksTable['purpose'][],
  endsAt: number,
) {
  await trx
    .deleteFrom('mailed_links')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('expires_at', '>=', endsAt)
    .where('used_at', 'is', null)
    .execute()
}

/** Whether one of these purposes was used then or later. */
export async function isLinkUsedSince(
  trx: Queryable,
  userId: Id,
  purposes: MailedLinksTable['purpose'][],
  since: number,
): Promise<boolean> {
  const used = await trx
    .selectFrom('mailed_links')
    .select('used_at')
    .where('user_id', '=', userId)
    .where('purpose', 'in', purposes)
    .where('used_at', '>=', since)
    .limit(1)
    .executeTakeFirst()
  return used !== undefined
}

export async function findSeenDevice(
  trx: Queryable,
  userId: Id,
  deviceHash: string,
  after: number,
) {
  const seen = trx.selectFrom('seen_devices').select('seen_at').where('user_id', '=', userId)
  const any = await seen.limit(1).executeTakeFirst()
  const same = await seen
    .where('device_hash', '=', deviceHash)
    .where('seen_at', '>', after)
    .executeTakeFirst()
  return { isSeen: same !== undefined, isAny: any !== undefined }
}

export async function upsertSeenDevice(
  trx: Queryable,
  userId: Id,
  deviceHash: string,
  now: number,
) {
  await trx
    .insertInto('seen_devices')
    .values({ user_id: userId, device_hash: deviceHash, seen_at: now })
    .onConflict((c) => c.columns(['user_id', 'device_hash']).doUpdateSet({ seen_at: now }))
    .execute()
}

/** Of one that is remembered, once its mark is so old. */
export async function renewSeenDevice(
  db: Queryable,
  { userId, deviceHash }: { userId: Id; deviceHash: string },
  { now, after, before }: { now: number; after: number; before: number },
) {
  await db
    .updateTable('seen_devices')
    .set({ seen_at: now })
    .where('user_id', '=', userId)
    .where('device_hash', '=', deviceHash)
    .where('seen_at', '>', after)
    .where('seen_at', '<=', before)
    .execute()
}

export async function deleteSeenDevices(db: Queryable, before: number) {
  await db.deleteFrom('seen_devices').where('seen_at', '<=', before).execute()
}

import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

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

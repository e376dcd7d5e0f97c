import type { Insertable } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { AppealsTable, Queryable } from '../schema.ts'

export async function updateSuspension(
  trx: Queryable,
  userId: Id,
  { until, reason }: { until: number | null; reason: string },
) {
  await trx
    .updateTable('users')
    .set({ suspended_until: until, suspension_reason: reason })
    .where('id', '=', userId)
    .execute()
}

export async function endedSuspensions(db: Queryable, now: number): Promise<Id[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('suspended_until', '<=', now)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.map(({ id }) => id)
}

/** Everybody who is suspended: who waits for an answer first, then by the end. */
export function suspendedMembers(db: Queryable, limit: number) {
  return db
    .selectFrom('users')
    .leftJoin('appeals', 'appeals.user_id', 'users.id')
    .select([
      ...(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'] as const),
      ...(['users.suspended_until', 'users.suspension_reason'] as const),
      'appeals.text as appeal_text',
      'appeals.created_at as appeal_created_at',
      'appeals.answer as appeal_answer',
    ])
    .where('users.suspended_until', 'is not', null)
    .where('users.deleted_at', 'is', null)
    .orderBy((eb) => eb.case().when('appeals.answer', '=', '').then(0).else(1).end())
    .orderBy('users.suspended_until')
    .orderBy('users.id')
    .limit(limit)
    .execute()
}

export type SuspendedRow = Awaited<ReturnType<typeof suspendedMembers>>[number]

export function findAppeal(db: Queryable, userId: Id) {
  return db.selectFrom('appeals').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** False where they wrote one before. */
export async function insertAppeal(trx: Queryable, appeal: Insertable<AppealsTable>) {
  const row = await trx
    .insertInto('appeals')
    .values(appeal)
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False where there is none that waits. */
export async function updateAnswer(trx: Queryable, userId: Id, answer: string): Promise<boolean> {
  const row = await trx
    .updateTable('appeals')
    .set({ answer })
    .where('user_id', '=', userId)
    .where('answer', '=', '')
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** It makes room for another, and one that waits stays. */
export async function deleteAnsweredAppeal(trx: Queryable, userId: Id) {
  await trx.deleteFrom('appeals').where('user_id', '=', userId).where('answer', '!=', '').execute()
}

export async function deleteAppeal(trx: Queryable, userId: Id) {
  await trx.deleteFrom('appeals').where('user_id', '=', userId).execute()
}

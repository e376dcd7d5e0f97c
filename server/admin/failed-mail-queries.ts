import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

export type RecipientRow = Awaited<ReturnType<typeof recipients>>[number]

/** Of these, who is still there; a mail to who is not yet verified may fail, too. */
export async function recipients(db: Queryable, ids: Id[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('users')
    .select(['id', 'username', 'user_number', 'photo_image_id', 'email'])
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .execute()
}

import { forUpdate } from '../platform/database/for-update.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'

// The SQL of what members do to their own account.

/** The member, whom nobody changes or refers to anew until the transaction ends. */
export function lockUser(trx: Queryable, id: Id) {
  return forUpdate(trx, trx.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst()
}

export async function isProfilePrivate(db: Queryable, userId: Id): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('is_private')
    .where('id', '=', userId)
    .executeTakeFirst()
  return row?.is_private === 1
}

export async function updatePrivacy(trx: Queryable, userId: Id, isPrivate: boolean) {
  await trx
    .updateTable('users')
    .set({ is_private: isPrivate ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

/** Undefined when the member is no more. */
export function flipPrivacy(trx: Queryable, userId: Id) {
  return trx
    .updateTable('users')
    .set((eb) => ({ is_private: eb(eb.val(1), '-', eb.ref('is_private')) }))
    .where('id', '=', userId)
    .returning('is_private')
    .executeTakeFirst()
}

/** Throws a unique violation when the name is another's; undefined when the member is no more. */
export function updateUsername(trx: Queryable, userId: Id, names: Names) {
  return trx
    .updateTable('users')
    .set(names)
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

type Names = Pick<UserRow, 'username' | 'username_key'>

/** Friends of the member, whom they ask to be one and who asks them. */
export async function contactsOf(trx: Queryable, userId: Id): Promise<Id[]> {
  const rows = await trx
    .selectFrom('friendships')
    .select('friend_id as id')
    .where('user_id', '=', userId)
    .union((eb) =>
      eb.selectFrom('friend_requests').select('high_id as id').where('low_id', '=', userId),
    )
    .union((eb) =>
      eb.selectFrom('friend_requests').select('low_id as id').where('high_id', '=', userId),
    )
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteUser(trx: Queryable, userId: Id) {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

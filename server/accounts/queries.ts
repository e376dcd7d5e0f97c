import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

export function findUser(db: Queryable, id: Id) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findUserByEmail(db: Queryable, emailKey: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

export function findUserByUsername(db: Queryable, usernameKey: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('username_key', '=', usernameKey)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

/** False when it was so already, or the member is no more. */
export async function updateIsAdmin(trx: Queryable, userId: Id, isAdmin: boolean) {
  const row = await trx
    .updateTable('users')
    .set({ is_admin: isAdmin ? 1 : 0 })
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .where('is_admin', '=', isAdmin ? 0 : 1)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export function updatePasswordHash(trx: Queryable, userId: Id, hash: string) {
  return trx
    .updateTable('users')
    .set({ password_hash: hash })
    .where('id', '=', userId)
    .returningAll()
    .executeTakeFirstOrThrow()
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

export async function membersAfter(db: Queryable, id: Id | null, limit: number) {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .$if(id !== null, (query) => query.where('id', '>', id ?? 0))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

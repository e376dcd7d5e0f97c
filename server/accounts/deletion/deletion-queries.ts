import { type Insertable, sql } from 'kysely'
import { deleteSome } from '../../platform/database/delete-some.ts'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { DeletionReceiptsTable } from '../tables.ts'

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

/**
 * Makes the account gone: its name and address are free, and every rule of who sees what knows.
 * What is left of it is its mailboxes, by which its mails are found, until the row itself goes.
 */
export async function markDeleted(trx: Queryable, userId: Id, now: number, mailboxes: string[]) {
  // A username holds no colon and an address an @, so this is nobody's.
  const nobodys = `deleted:${userId}`
  await trx
    .updateTable('users')
    .set({
      username: '',
      username_key: nobodys,
      email: mailboxes.join(' '),
      email_key: nobodys,
      password_hash: '',
      is_admin: 0,
      photo_image_id: null,
      about_me: '',
      pet_preference: '',
      currently_vibing_to: '',
      currently_vibing_to_spotify: '',
      invite_id: null,
      invited_by: null,
      waiting_since: null,
      approval_answers: '[]',
      deleted_at: now,
    })
    .where('id', '=', userId)
    .execute()
}

export async function insertDeletionReceipt(
  trx: Queryable,
  receipt: Insertable<DeletionReceiptsTable>,
) {
  await trx.insertInto('deletion_receipts').values(receipt).execute()
}

/** Whose deletion or change of privacy is not done with yet. */
export async function unfinishedIds(db: Queryable): Promise<Id[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('deleted_at', 'is not', null)
    .union(db.selectFrom('users').select('id').where('is_privacy_changing', '=', sql.lit(1)))
    .execute()
  return rows.map(({ id }) => id)
}

/** The account, also one that is deleted, unless there is nothing left to do for it. */
export function lockUnfinished(trx: Queryable, id: Id) {
  const user = trx
    .selectFrom('users')
    .select(['is_private', 'private_since', 'deleted_at'])
    .where('id', '=', id)
    .where((eb) => eb.or([eb('deleted_at', 'is not', null), eb('is_privacy_changing', '=', 1)]))
  // Others may still write rows that name the member: they hold a space, which the next slice waits
  // for.
  return withRowLock(trx, user, 'no key update').executeTakeFirst()
}

/** By which the mails of a deleted account are found; undefined of one that is not deleted. */
export async function mailboxesOfDeleted(db: Queryable, id: Id): Promise<string[] | undefined> {
  const row = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', id)
    .where('deleted_at', 'is not', null)
    .executeTakeFirst()
  return row?.email.split(' ')
}

/** Those it lately had, or was to have. */
export async function linkedEmails(trx: Queryable, userId: Id): Promise<string[]> {
  const rows = await trx
    .selectFrom('mailed_links')
    .select('email')
    .where('user_id', '=', userId)
    .where('email', 'is not', null)
    .limit(LINKED_ADDRESSES_MAX)
    .execute()
  return rows.flatMap(({ email }) => email ?? [])
}

const LINKED_ADDRESSES_MAX = 100

export async function deleteMailedLinksOf(trx: Queryable, userId: Id) {
  await trx.deleteFrom('mailed_links').where('user_id', '=', userId).execute()
}

/** So many rows of the account's own go in one transaction. */
const ROWS_AT_ONCE = 200

export async function deleteSomeIdempotencyKeys(trx: Queryable, userId: Id): Promise<boolean> {
  const some = { key: ['user_id', 'key'], where: { user_id: userId }, limit: ROWS_AT_ONCE } as const
  return (await deleteSome(trx, 'idempotency_keys', some)) > 0
}

export async function deleteUser(trx: Queryable, userId: Id) {
  await trx.deleteFrom('users').where('id', '=', userId).execute()
}

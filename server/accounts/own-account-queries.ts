import { type Insertable, sql } from 'kysely'
import { deleteSome } from '../platform/database/delete-some.ts'
import { forUpdate } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, UserRow } from '../schema.ts'
import { isShown } from '../visibility/hidden-members.ts'
import { visiblePosts } from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'
import type { DeletionReceiptsTable } from './tables.ts'

/**
 * The member, whom nobody changes or refers to anew until the transaction ends. With `queued` rows
 * that name them may be written meanwhile, by who need not wait.
 */
export function lockUser(trx: Queryable, id: Id, kept: 'unchanged' | 'queued' = 'unchanged') {
  const user = trx
    .selectFrom('users')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
  return forUpdate(trx, user, kept).executeTakeFirst()
}

/** Those of these members that are there. Always in this order, so that no two wait for each other. */
export async function lockUsers(trx: Queryable, ids: Id[], kept: 'there' | 'queued') {
  const users = trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (await forUpdate(trx, users, kept).execute()).map(({ id }) => id)
}

const presentUser = prepared((trx: Queryable, given: { id: Id }) =>
  forUpdate(
    trx,
    trx
      .selectFrom('users')
      .select(['id', 'username', 'user_number', 'photo_image_id'])
      .where('id', '=', given.id)
      .where('deleted_at', 'is', null)
      .where('suspended_until', 'is', null),
    'there',
  ),
)

/** The member as an author, undefined when deleted or suspended: it is there until the transaction ends. */
export async function holdUser(trx: Queryable, id: Id) {
  const [user] = await presentUser(trx, { id })
  return user
}

export type AuthorRow = NonNullable<Awaited<ReturnType<typeof holdUser>>>

export type OwnLists = Awaited<ReturnType<typeof findOwnLists>>

export async function findOwnLists(db: Queryable, id: Id) {
  const squad = await db
    .selectFrom('squad_places')
    .innerJoin('users', 'users.id', 'squad_places.friend_id')
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .where('squad_places.user_id', '=', id)
    .where(visibleTo(id).member())
    .orderBy('squad_places.place')
    .execute()
  const counts = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('friendships')
        .select(eb.fn.countAll<number>().as('count'))
        .where('user_id', '=', id)
        .where(isShown('friend_id'))
        .as('friends'),
      eb
        .selectFrom('friend_requests')
        .select(eb.fn.countAll<number>().as('count'))
        .where('recipient_id', '=', id)
        .where('declined_at', 'is', null)
        .where(isShown('sender_id'))
        .as('requests'),
      visiblePosts(db, id)
        .select(eb.fn.countAll<number>().as('count'))
        .where('posts.author_id', '=', id)
        .as('posts'),
    ])
    .executeTakeFirstOrThrow()
  return { squad, counts }
}

/** Since when the profile is private; null of one that is public. */
export async function privateSince(db: Queryable, userId: Id): Promise<number | null> {
  const row = await db
    .selectFrom('users')
    .select('private_since')
    .where('id', '=', userId)
    .where('is_private', '=', 1)
    .executeTakeFirst()
  return row?.private_since ?? null
}

export async function countPrivatePosts(db: Queryable, userId: Id, since: number) {
  const { count } = await visiblePosts(db, userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('posts.author_id', '=', userId)
    .where('posts.audience', '=', 'profile')
    .where('posts.created_at', '>=', since)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Until `completePrivacyChange`, the member's posts are for friends, whatever they say. */
export async function updatePrivacy(
  trx: Queryable,
  userId: Id,
  isPrivate: boolean,
  privateSince: number | null,
) {
  await trx
    .updateTable('users')
    .set({ is_private: isPrivate ? 1 : 0, is_privacy_changing: 1, private_since: privateSince })
    .where('id', '=', userId)
    .execute()
}

export async function updateQuietNumbers(trx: Queryable, userId: Id, isQuiet: boolean) {
  await trx
    .updateTable('users')
    .set({ quiet_numbers: isQuiet ? 1 : 0 })
    .where('id', '=', userId)
    .execute()
}

export async function updateFirstStepsHidden(trx: Queryable, userId: Id) {
  await trx.updateTable('users').set({ first_steps_hidden: 1 }).where('id', '=', userId).execute()
}

/** All of the member's posts say what their profile says. */
export async function completePrivacyChange(trx: Queryable, userId: Id) {
  await trx
    .updateTable('users')
    .set((eb) => ({
      is_privacy_changing: 0,
      private_since: eb
        .case()
        .when('is_private', '=', 1)
        .then(eb.ref('private_since'))
        .else(null)
        .end(),
    }))
    .where('id', '=', userId)
    .execute()
}

/** Throws a unique violation when the name is another's; undefined when the member is no more. */
export function updateUsername(trx: Queryable, userId: Id, names: Names) {
  return trx
    .updateTable('users')
    .set(names)
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .returningAll()
    .executeTakeFirst()
}

type Names = Pick<UserRow, 'username' | 'username_key'>

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
  // Others may still write rows that name the member: they hold a space, which the next slice waits for.
  return forUpdate(trx, user, 'queued').executeTakeFirst()
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
export async function linkedAddresses(trx: Queryable, userId: Id): Promise<string[]> {
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

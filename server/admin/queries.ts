import { type ExpressionBuilder, type Insertable, sql } from 'kysely'
import { ADMIN_ACTS_PAGE_SIZE, type AdminActsQuery, type UsersOnly } from '../../contract/admin.ts'
import { forUpdate } from '../platform/database/portable-sql.ts'
import { rowCount } from '../platform/database/row-counts.ts'
import type { Id } from '../platform/ids.ts'
import type { AdminActsTable, Queryable, Schema } from '../schema.ts'

// All SQL of the admin room.

interface UsersPage {
  limit: number
  offset: number
  only: UsersOnly
}

/** Accounts, newest first. */
export function newestUsers(db: Queryable, { limit, offset, only }: UsersPage) {
  return users(db)
    .where(isAmong(only))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

/** The newest accounts, or those just before one of them. */
export function usersBefore(db: Queryable, before: Id | null, limit: number) {
  return users(db)
    .$if(before !== null, (query) => query.where('users.id', '<', before ?? 0))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}

export async function countUsers(db: Queryable, only: UsersOnly): Promise<number> {
  if (only === 'everybody') return countAccounts(db)
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.deleted_at', 'is', null)
    .where(isAmong(only))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** All but those that are deleted, without looking at each. */
async function countAccounts(db: Queryable): Promise<number> {
  const some = (column: 'verified_at' | 'deleted_at', is: 'is' | 'is not') =>
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where(column, is, null)
  const { members, unverified, deleted } = await db
    .selectNoFrom([
      rowCount('members').as('members'),
      some('verified_at', 'is').as('unverified'),
      some('deleted_at', 'is not').as('deleted'),
    ])
    .executeTakeFirstOrThrow()
  return Number(members) + Number(unverified) - Number(deleted)
}

/** Whom a list of accounts is about. */
function isAmong(only: UsersOnly) {
  return ({ eb, val }: ExpressionBuilder<Schema, 'users'>) => {
    if (only === 'administrators') return eb('users.is_admin', '=', sql.lit(1))
    if (only === 'suspended') return eb('users.suspended_until', 'is not', null)
    if (only === 'unverified') return eb('users.verified_at', 'is', null)
    return eb(val(1), '=', 1)
  }
}

/** `start` and `end` bound the keys. */
interface KeyRange {
  start: string
  end: string
  only: UsersOnly
}

/** How many accounts have a username or email that begins so. */
export async function countUsersFound(
  db: Queryable,
  { start, end, only }: KeyRange,
): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.deleted_at', 'is', null)
    .where(isAmong(only))
    .where((eb) =>
      eb.or([
        eb.and([eb('username_key', '>=', start), eb('username_key', '<', end)]),
        eb.and([eb('email_key', '>=', start), eb('email_key', '<', end)]),
      ]),
    )
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Accounts whose username or email begins so. */
export function findUsers(
  db: Queryable,
  { start, end, limit, offset, only }: UsersPage & KeyRange,
) {
  const byKey = (key: 'username_key' | 'email_key') =>
    db
      .selectFrom('users')
      .select('id')
      .where(isAmong(only))
      .where(key, '>=', start)
      .where(key, '<', end)
      .orderBy(key)
      .limit(limit + offset)
  const found = db
    .selectFrom(byKey('username_key').as('named'))
    .select('named.id')
    .union(db.selectFrom(byKey('email_key').as('mailed')).select('mailed.id'))
  return users(db)
    .where('users.id', 'in', found)
    .orderBy('users.username_key')
    .limit(limit)
    .offset(offset)
    .execute()
}

function users(db: Queryable) {
  return db
    .selectFrom('users')
    .where('users.deleted_at', 'is', null)
    .leftJoin('users as inviter', (join) =>
      join.onRef('inviter.id', '=', 'users.invited_by').on('inviter.deleted_at', 'is', null),
    )
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.user_number',
      'users.photo_image_id',
      'users.is_admin',
      'users.is_private',
      'users.verified_at',
      'users.suspended_until',
      'users.created_at',
      'inviter.username as inviter',
    ])
}

export type UserRow = Awaited<ReturnType<typeof newestUsers>>[number]

export function findUser(db: Queryable, userId: Id) {
  return users(db).where('users.id', '=', userId).executeTakeFirst()
}

/** Ids of all administrators who can act, none of whom changes until the transaction ends. */
export async function lockAdministrators(trx: Queryable): Promise<Id[]> {
  const administrators = trx
    .selectFrom('users')
    .select('id')
    .where('is_admin', '=', sql.lit(1))
    .where('suspended_until', 'is', null)
    .orderBy('id')
  return (await forUpdate(trx, administrators).execute()).map(({ id }) => id)
}

export async function isAccount(db: Queryable, memberId: Id): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', memberId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

export async function memberNumberOf(db: Queryable, memberId: Id): Promise<number> {
  const row = await db
    .selectFrom('users')
    .select('user_number')
    .where('id', '=', memberId)
    .executeTakeFirst()
  return row?.user_number ?? 0
}

export async function insertAct(trx: Queryable, act: Insertable<AdminActsTable>) {
  await trx.insertInto('admin_acts').values(act).execute()
}

/** Returns who did it: null for the command line, and who is gone. */
export async function markUndone(trx: Queryable, actId: Id, now: number): Promise<Id | null> {
  const act = await trx
    .updateTable('admin_acts')
    .set({ undone_at: now })
    .where('id', '=', actId)
    .returning('admin_id')
    .executeTakeFirst()
  return act?.admin_id ?? null
}

const ACTS_AT_ONCE = 200

/** Who did them is deleted. True while there may be more of them. */
export async function forgetSomeActsOf(trx: Queryable, adminId: Id): Promise<boolean> {
  const some = trx
    .selectFrom('admin_acts')
    .select('id')
    .where('admin_id', '=', adminId)
    .limit(ACTS_AT_ONCE)
  const { numUpdatedRows } = await trx
    .updateTable('admin_acts')
    .set({ admin_id: null })
    .where('id', 'in', some)
    .executeTakeFirst()
  return numUpdatedRows > 0
}

/** What administrators did, newest first. */
export function newestActs(db: Queryable, { before, act, admin, member }: AdminActsQuery) {
  return db
    .selectFrom('admin_acts')
    .leftJoin('users', (join) =>
      join.onRef('users.id', '=', 'admin_acts.admin_id').on('users.deleted_at', 'is', null),
    )
    .leftJoin('removals', 'removals.act_id', 'admin_acts.id')
    .leftJoin('images', 'images.id', 'removals.image_id')
    .select([
      'admin_acts.id',
      'admin_acts.act',
      'admin_acts.undone_at',
      'removals.kind',
      'removals.text',
      'removals.removed_at',
      'removals.image_alt',
      'images.id as image_id',
      'images.kind as image_kind',
      'images.width as image_width',
      'images.height as image_height',
      'images.placeholder as image_placeholder',
      'images.widths as image_widths',
      'users.id as admin_id',
      'admin_acts.member_number',
      'admin_acts.reason',
      'admin_acts.created_at',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
    ])
    .$if(before !== undefined, (query) => query.where('admin_acts.id', '<', before ?? 0))
    .$if(act !== undefined, (query) => query.where('admin_acts.act', '=', act ?? 'grant'))
    .$if(admin !== undefined, (query) => query.where('admin_acts.admin_id', '=', admin ?? 0))
    .$if(member !== undefined, (query) => query.where('admin_acts.member_number', '=', member ?? 0))
    .orderBy('admin_acts.id', 'desc')
    .limit(ADMIN_ACTS_PAGE_SIZE)
    .execute()
}

export type ActRow = Awaited<ReturnType<typeof newestActs>>[number]

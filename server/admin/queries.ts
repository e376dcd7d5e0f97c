import {
  type Expression,
  type ExpressionBuilder,
  expressionBuilder,
  type SqlBool,
  sql,
} from 'kysely'
import type { UsersOnly } from '../../contract/admin.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'

export interface UsersPage {
  limit: number
  offset: number
  only: UsersOnly
}

export function newestUsers(db: Queryable, { limit, offset, only }: UsersPage) {
  return users(db)
    .where(isAmong(only))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export function usersBefore(db: Queryable, before: Id | null, limit: number) {
  return users(db)
    .$if(before !== null, (query) => query.where('users.id', '<', before ?? 0))
    .orderBy('users.id', 'desc')
    .limit(limit)
    .execute()
}

function isAmong(only: UsersOnly) {
  return ({ eb, val }: ExpressionBuilder<Schema, 'users'>) => {
    if (only === 'administrators') return eb('users.is_admin', '=', sql.lit(1))
    if (only === 'suspended') return eb('users.suspended_until', 'is not', null)
    if (only === 'unverified') return eb('users.verified_at', 'is', null)
    return eb(val(1), '=', 1)
  }
}

export interface Sought {
  start: string
  end: string
  /** The member who has it; null where no number is sought. */
  userNumber: number | null
  only: UsersOnly
}

export async function countUsersFound(db: Queryable, sought: Sought): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.deleted_at', 'is', null)
    .where(isAmong(sought.only))
    .where((eb) => isFound(eb, sought))
    .executeTakeFirstOrThrow()
  return Number(count)
}

function isFound(
  eb: ExpressionBuilder<Schema, 'users'>,
  { start, end, userNumber }: Sought,
): Expression<SqlBool> {
  return eb.or([
    eb.and([eb('users.username_key', '>=', start), eb('users.username_key', '<', end)]),
    eb.and([eb('users.email_key', '>=', start), eb('users.email_key', '<', end)]),
    ...(userNumber === null ? [] : [eb('users.user_number', '=', userNumber)]),
  ])
}

/** Who is not among those: of these the words that are typed may find some. */
export function isElsewhere(sought: Sought): Expression<SqlBool> {
  const eb = expressionBuilder<Schema, 'users'>()
  return eb.and([
    eb('users.deleted_at', 'is', null),
    isAmong(sought.only)(eb),
    eb.not(isFound(eb, sought)),
  ])
}

/** So many of each are looked at, the newest first. */
const WORDLESS_MAX = 2_000

/**
 * Whom no index of words has, of those who are elsewhere: they are few. Who is both comes twice.
 */
export async function wordlessUsers(db: Queryable, sought: Sought) {
  const kinds = (['suspended', 'unverified'] as const).map((kind) =>
    db
      .selectFrom('users')
      .select(['users.id', 'users.username', 'users.about_me'])
      .where(isElsewhere(sought))
      .where(isAmong(kind))
      .orderBy('users.id', 'desc')
      .limit(WORDLESS_MAX)
      .execute(),
  )
  return (await Promise.all(kinds)).flat()
}

/** In the order of the ids. */
export async function usersOf(db: Queryable, ids: Id[]) {
  if (ids.length === 0) return []
  const rows = await users(db).where('users.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/**
 * Who has that number, then whose username begins so, then whose email alone does: each part is
 * read in the order of its index, no further than the page reaches. Emails are read where usernames
 * do not fill it: most begin as their username does, and all of those would be passed over.
 */
export async function findUsers(
  db: Queryable,
  { start, end, userNumber, limit, offset, only }: UsersPage & Sought,
) {
  const some = () =>
    db
      .selectFrom('users')
      .where('deleted_at', 'is', null)
      .where(isAmong(only))
      .$if(userNumber !== null, (query) => query.where(isNotNumber(userNumber)))
  const named = some()
    .select(['id', sql.lit(1).as('part'), 'username_key as key'])
    .where('username_key', '>=', start)
    .where('username_key', '<', end)
    .orderBy('username_key')
    .limit(limit + offset)
  const mailed = some()
    .select(['id', sql.lit(2).as('part'), 'email_key as key'])
    .where('email_key', '>=', start)
    .where('email_key', '<', end)
    .where((eb) => eb.or([eb('username_key', '<', start), eb('username_key', '>=', end)]))
    .orderBy('email_key')
    .limit(limit + offset)
  const numbered = db
    .selectFrom('users')
    .select(['id', sql.lit(0).as('part'), 'username_key as key'])
    .where('user_number', '=', userNumber)
    .where('deleted_at', 'is', null)
    .where(isAmong(only))
  const page = (hasMailed: boolean) => {
    const found = db
      .selectFrom(named.as('named'))
      .selectAll()
      .$if(hasMailed, (query) => query.unionAll(db.selectFrom(mailed.as('mailed')).selectAll()))
      .$if(userNumber !== null, (query) => query.unionAll(numbered))
    return users(db)
      .innerJoin(found.as('found'), 'found.id', 'users.id')
      .orderBy('found.part')
      .orderBy('found.key')
      .limit(limit)
      .offset(offset)
      .execute()
  }
  const rows = await page(false)
  return rows.length < limit ? page(true) : rows
}

function isNotNumber(userNumber: number | null) {
  return ({ eb }: ExpressionBuilder<Schema, 'users'>) =>
    eb.or([eb('user_number', 'is', null), eb('user_number', '!=', userNumber)])
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
      'users.waiting_since',
      'users.suspended_until',
      'users.created_at',
      'inviter.username as inviter',
    ])
}

export type UserRow = Awaited<ReturnType<typeof newestUsers>>[number]

export function findUser(db: Queryable, userId: Id) {
  return users(db).where('users.id', '=', userId).executeTakeFirst()
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

/** By which they stand in the log; undefined when their account is gone. */
export async function memberOfNumber(db: Queryable, memberNumber: number): Promise<Id | undefined> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('user_number', '=', memberNumber)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.id
}

export async function isSaidInConversation(db: Queryable, messageId: Id): Promise<boolean> {
  const row = await db
    .selectFrom('space_messages')
    .innerJoin('spaces', 'spaces.id', 'space_messages.space_id')
    .select('spaces.id')
    .where('space_messages.id', '=', messageId)
    .where('spaces.kind', '=', 'direct')
    .executeTakeFirst()
  return row !== undefined
}

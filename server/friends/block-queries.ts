import { MUTED_SHOWN_MAX } from '../../contract/blocks.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { visibleMembers } from '../visibility/visible-queries.ts'
import { PERSON } from './friend-list-queries.ts'

/** Whether both are members. Neither befriends the other until the transaction ends. */
export async function lockMembersForBlock(trx: Queryable, one: Id, other: Id): Promise<boolean> {
  const pair = trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', [one, other])
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .orderBy('id')
  return (await withRowLock(trx, pair, 'no key update').execute()).length === 2
}

/** False when it was so already. */
export async function insertBlock(trx: Queryable, userId: Id, blockedId: Id, now: number) {
  const row = await trx
    .insertInto('blocks')
    .values({ user_id: userId, blocked_id: blockedId, created_at: now })
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when there was none. */
export async function deleteBlock(trx: Queryable, userId: Id, blockedId: Id): Promise<boolean> {
  const row = await trx
    .deleteFrom('blocks')
    .where('user_id', '=', userId)
    .where('blocked_id', '=', blockedId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function countBlocksBy(trx: Queryable, userId: Id): Promise<number> {
  const { count } = await trx
    .selectFrom('blocks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** The latest first: they alone see whom they blocked. */
export function blockedBy(db: Queryable, userId: Id) {
  return db
    .selectFrom('blocks')
    .innerJoin('users', 'users.id', 'blocks.blocked_id')
    .select(['users.id', 'users.username', 'blocks.created_at as blocked_at'])
    .where('blocks.user_id', '=', userId)
    .where('users.deleted_at', 'is', null)
    .orderBy('blocks.created_at', 'desc')
    .orderBy('users.id', 'desc')
    .execute()
}

export async function upsertMute(trx: Queryable, userId: Id, mutedId: Id, until: number | null) {
  await trx
    .insertInto('mutes')
    .values({ user_id: userId, muted_id: mutedId, until })
    .onConflict((c) => c.columns(['user_id', 'muted_id']).doUpdateSet({ until }))
    .execute()
}

export async function deleteMute(trx: Queryable, userId: Id, mutedId: Id) {
  await trx
    .deleteFrom('mutes')
    .where('user_id', '=', userId)
    .where('muted_id', '=', mutedId)
    .execute()
}

export function findMute(db: Queryable, userId: Id, mutedId: Id) {
  return db
    .selectFrom('mutes')
    .select('until')
    .where('user_id', '=', userId)
    .where('muted_id', '=', mutedId)
    .executeTakeFirst()
}

export function mutedBy(db: Queryable, userId: Id) {
  return visibleMembers(db, userId)
    .innerJoin('mutes', 'mutes.muted_id', 'users.id')
    .select([...PERSON, 'mutes.until'])
    .where('mutes.user_id', '=', userId)
    .orderBy('users.username_key')
    .limit(MUTED_SHOWN_MAX)
    .execute()
}

export function deleteEndedMutes(trx: Queryable, now: number) {
  return trx
    .deleteFrom('mutes')
    .where('until', '<=', now)
    .returning(['user_id', 'muted_id'])
    .execute()
}

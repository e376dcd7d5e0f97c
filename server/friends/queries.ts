import { type ExpressionBuilder, expressionBuilder, sql } from 'kysely'
import { deleteSome } from '../platform/database/delete-some.ts'
import { isPostgres, withRowLock } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import { friendship } from '../visibility/friendships.ts'
import { visibleMembers } from '../visibility/visible-queries.ts'

// The SQL of friendships and requests. A friendship is two rows, one from each side, written
// together. A request is one row for the pair, whoever asked: to delete it is to claim it.

/**
 * Whether the actor may know of the other, and both are there. Where writers run side by side,
 * neither account is deleted until the transaction ends, and nobody else changes what is between
 * them.
 */
export async function lockVisiblePair(trx: Queryable, actorId: Id, otherId: Id): Promise<boolean> {
  const pair = visibleMembers(trx, actorId)
    .select('users.id')
    .where('users.id', 'in', [actorId, otherId])
    .orderBy('users.id')
  if ((await withRowLock(trx, pair, 'no key update').execute()).length < 2) return false
  // A block that was made while this waited for the two stood in no picture of the database before.
  return !isPostgres(trx) || (await countVisible(trx, actorId, otherId)) === 2
}

async function countVisible(trx: Queryable, actorId: Id, otherId: Id): Promise<number> {
  const { count } = await visibleMembers(trx, actorId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('users.id', 'in', [actorId, otherId])
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** False when the two are friends already. */
export async function insertFriendship(trx: Queryable, one: Id, other: Id, now: number) {
  const rows = await trx
    .insertInto('friendships')
    .values([
      { user_id: one, friend_id: other, created_at: now },
      { user_id: other, friend_id: one, created_at: now },
    ])
    .onConflict((c) => c.doNothing())
    .returning('user_id')
    .execute()
  if (rows.length === 0) return false
  await advanceFriendsVersions(trx, [one, other])
  return true
}

/** False when the two were not friends. */
export async function deleteFriendship(trx: Queryable, one: Id, other: Id) {
  const rows = await trx
    .deleteFrom('friendships')
    .where((eb) =>
      eb.or([
        eb.and([eb('user_id', '=', one), eb('friend_id', '=', other)]),
        eb.and([eb('user_id', '=', other), eb('friend_id', '=', one)]),
      ]),
    )
    .returning('user_id')
    .execute()
  if (rows.length === 0) return false
  await advanceFriendsVersions(trx, [one, other])
  return true
}

/** Whatever is kept of their friends holds no longer. */
export async function advanceFriendsVersions(trx: Queryable, members: Id[]) {
  // Always in this order, so that no two wait for each other.
  for (const member of members.toSorted((one, other) => one - other))
    await advanceFriendsVersion(trx, { member })
}

const advanceFriendsVersion = prepared((trx: Queryable, given: { member: Id }) =>
  trx
    .updateTable('users')
    .set((eb) => ({ friends_version: eb('friends_version', '+', sql.lit(1)) }))
    .where('id', '=', given.member),
)

export async function countFriends(db: Queryable, memberId: Id): Promise<number> {
  const { count } = await db
    .selectFrom('friendships')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', memberId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function someFriendsOf(db: Queryable, memberId: Id, limit: number): Promise<Id[]> {
  const rows = await db
    .selectFrom('friendships')
    .select('friend_id')
    .where('user_id', '=', memberId)
    .limit(limit)
    .execute()
  return rows.map((row) => row.friend_id)
}

const REQUESTS_AT_ONCE = 200
const REQUEST_KEY = ['low_id', 'high_id'] as const

export async function deleteSomeRequestsOf(trx: Queryable, memberId: Id): Promise<boolean> {
  for (const column of ['low_id', 'high_id'] as const) {
    const some = { key: REQUEST_KEY, where: { [column]: memberId }, limit: REQUESTS_AT_ONCE }
    if ((await deleteSome(trx, 'friend_requests', some)) > 0) return true
  }
  return false
}

interface Request {
  senderId: Id
  recipientId: Id
  now: number
}

/** Whose request stands: the sender's, or the faster recipient's. Undefined: it stood before. */
export async function insertRequest(trx: Queryable, { senderId, recipientId, now }: Request) {
  const row = await trx
    .insertInto('friend_requests')
    .values({
      ...pairOf(senderId, recipientId),
      sender_id: senderId,
      recipient_id: recipientId,
      created_at: now,
    })
    // Changes nothing; it is what makes the statement wait for the row, hold it and return it.
    .onConflict((c) =>
      c
        .columns(['low_id', 'high_id'])
        .doUpdateSet({ created_at: (eb) => eb.ref('friend_requests.created_at') })
        .where('friend_requests.sender_id', '=', recipientId),
    )
    .returning('sender_id')
    .executeTakeFirst()
  return row?.sender_id
}

/** False when this request is not there, was declined, or somebody else was faster to take it. */
export async function takeRequest(trx: Queryable, senderId: Id, recipientId: Id) {
  const { low_id, high_id } = pairOf(senderId, recipientId)
  const row = await trx
    .deleteFrom('friend_requests')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('sender_id', '=', senderId)
    .where('declined_at', 'is', null)
    .returning('sender_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRequestBetween(trx: Queryable, one: Id, other: Id) {
  const { low_id, high_id } = pairOf(one, other)
  await trx
    .deleteFrom('friend_requests')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .execute()
}

/** Whoever asked, no request is there for either of the two; one that was declined rests on. */
export async function endRequestBetween(trx: Queryable, one: Id, other: Id) {
  const { low_id, high_id } = pairOf(one, other)
  await trx
    .deleteFrom('friend_requests')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('declined_at', 'is', null)
    .execute()
  await trx
    .updateTable('friend_requests')
    .set({ is_withdrawn: 1 })
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .execute()
}

/** The request rests from now on. False when it is not there, or was answered. */
export async function declineRequest(
  trx: Queryable,
  { senderId, recipientId, now }: Request,
): Promise<boolean> {
  const { low_id, high_id } = pairOf(senderId, recipientId)
  const row = await trx
    .updateTable('friend_requests')
    .set({ declined_at: now })
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('sender_id', '=', senderId)
    .where('declined_at', 'is', null)
    .returning('sender_id')
    .executeTakeFirst()
  return row !== undefined
}

/** To its sender a declined request is there, or is not. False when that was so already. */
export async function setDeclinedWithdrawn(
  trx: Queryable,
  senderId: Id,
  recipientId: Id,
  isWithdrawn: boolean,
): Promise<boolean> {
  const { low_id, high_id } = pairOf(senderId, recipientId)
  const row = await trx
    .updateTable('friend_requests')
    .set({ is_withdrawn: isWithdrawn ? 1 : 0 })
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('sender_id', '=', senderId)
    .where('declined_at', 'is not', null)
    .where('is_withdrawn', '=', isWithdrawn ? 0 : 1)
    .returning('sender_id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * What keeps the sender from nothing: a declined request that was taken back, and has rested or was
 * the other's. One that its sender did not take back stands, as any that nobody answers does.
 */
export async function deleteSpentRequest(
  trx: Queryable,
  { senderId, recipientId }: Omit<Request, 'now'>,
  restedSince: number,
) {
  const { low_id, high_id } = pairOf(senderId, recipientId)
  await trx
    .deleteFrom('friend_requests')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('is_withdrawn', '=', 1)
    .where((eb) => eb.or([eb('declined_at', '<=', restedSince), eb('sender_id', '=', recipientId)]))
    .execute()
}

/** Declined requests that have rested and are there for nobody. */
export async function deleteRestedRequests(trx: Queryable, restedSince: number) {
  await trx
    .deleteFrom('friend_requests')
    .where('declined_at', '<=', restedSince)
    .where('is_withdrawn', '=', sql.lit(1))
    .execute()
}

/** Over `friend_requests`: whether it is there for this viewer, one of the two. */
export function isPendingFor(viewer: Id) {
  const eb: ExpressionBuilder<Schema, 'friend_requests'> = expressionBuilder()
  return eb.or([
    eb('friend_requests.declined_at', 'is', null),
    eb.and([
      eb('friend_requests.sender_id', '=', viewer),
      eb('friend_requests.is_withdrawn', '=', sql.lit(0)),
    ]),
  ])
}

/** One row: whether they are friends, and who of the two has asked. */
export async function findRelationship(db: Queryable, viewer: Id, member: Id) {
  const { low_id: low, high_id: high } = pairOf(viewer, member)
  const [row] = await selectRelationship(db, { viewer, member, low, high })
  return row
}

const selectRelationship = prepared(
  (db: Queryable, given: { viewer: Id; member: Id; low: Id; high: Id }) =>
    db.selectNoFrom((eb) => [
      friendship(db, given.viewer, given.member).as('friend_id'),
      eb
        .selectFrom('friend_requests')
        .select('sender_id')
        .where('low_id', '=', given.low)
        .where('high_id', '=', given.high)
        .where(isPendingFor(given.viewer))
        .as('sender_id'),
    ]),
)

function pairOf(one: Id, other: Id) {
  return one < other ? { low_id: one, high_id: other } : { low_id: other, high_id: one }
}

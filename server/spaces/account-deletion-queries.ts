import { type Expression, sql } from 'kysely'
import { HEIRS_NAMED, SPACES_NAMED } from '../../contract/account-deletion.ts'
import { jsonRows, withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

// The SQL of taking a deleted member out of spaces, so many rows at a time. Which messages change
// is found first and their spaces locked; then each gets the next number of its space.

/** A few milliseconds on the embedded database: what stood beside each is looked through. */
const MESSAGES_AT_ONCE = 20
const ROWS_AT_ONCE = 100

/** A space the member runs, who is always in it. */
export async function findSpaceOfAdmin(db: Queryable, userId: Id): Promise<Id | undefined> {
  const row = await db
    .selectFrom('space_members')
    .innerJoin('spaces', 'spaces.id', 'space_members.space_id')
    .select('spaces.id')
    .where('space_members.user_id', '=', userId)
    .where('spaces.admin_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/**
 * To whom a space passes when this member is gone, the next in turn first: who has been in it
 * longest, and who is suspended last, since they could not run it. Also whom a block keeps from the
 * member.
 */
function heirsOf(db: Queryable, spaceId: Id | Expression<Id>, userId: Id) {
  return db
    .selectFrom('space_members')
    .innerJoin('users', 'users.id', 'space_members.user_id')
    .where('space_members.space_id', '=', spaceId)
    .where('space_members.user_id', '<>', userId)
    .where('users.deleted_at', 'is', null)
    .orderBy((eb) => eb.case().when('users.suspended_until', 'is', null).then(0).else(1).end())
    .orderBy('space_members.joined_at')
    .orderBy('space_members.user_id')
}

/** Those the member runs, with the first to whom each would pass. */
export function spacesWithHeirs(db: Queryable, userId: Id) {
  return db
    .selectFrom('spaces')
    .select(['spaces.id', 'spaces.name', someHeirs(db, userId).as('heirs')])
    .where('spaces.admin_id', '=', userId)
    .where('spaces.kind', '=', 'space')
    .orderBy('spaces.id')
    .limit(SPACES_NAMED)
    .execute()
}

/** Of the space of the row, the next in turn first. */
function someHeirs(db: Queryable, userId: Id) {
  const heirs = heirsOf(db, sql<Id>`spaces.id`, userId)
    .select(['users.id', 'users.username', 'users.user_number', 'users.photo_image_id'])
    .limit(HEIRS_NAMED)
  return jsonRows(db, heirs)
}

export async function findSuccessor(
  db: Queryable,
  spaceId: Id,
  userId: Id,
): Promise<Id | undefined> {
  const heirs = heirsOf(db, spaceId, userId).select('space_members.user_id')
  return (await heirs.limit(1).executeTakeFirst())?.user_id
}

export async function someMessageIdsOf(db: Queryable, userId: Id): Promise<Id[]> {
  const rows = await db
    .selectFrom('space_messages')
    .select('id')
    .where('sender_id', '=', userId)
    .orderBy('id', 'desc')
    .limit(MESSAGES_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function someMessageIdsAbout(db: Queryable, userId: Id): Promise<Id[]> {
  const rows = await db
    .selectFrom('space_messages')
    .select('id')
    .where('added_id', '=', userId)
    .limit(MESSAGES_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function someMessageIdsReactedToBy(db: Queryable, userId: Id): Promise<Id[]> {
  const rows = await db
    .selectFrom('message_reactions')
    .select('message_id')
    .distinct()
    .where('user_id', '=', userId)
    .limit(MESSAGES_AT_ONCE)
    .execute()
  return rows.map(({ message_id }) => message_id)
}

export async function lockSpacesOfMessages(trx: Queryable, messageIds: Id[]) {
  const spaces = trx
    .selectFrom('spaces')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('space_messages').select('space_id').where('id', 'in', messageIds),
    )
    .orderBy('id')
  await withRowLock(trx, spaces).execute()
}

/** To those not deleted yet the next numbers of their space, in order. Returns the spaces. */
export async function numberChanges(trx: Queryable, messageIds: Id[]): Promise<Id[]> {
  const changed = trx
    .selectFrom('space_messages')
    .select(['id', 'space_id', 'seq'])
    .where('id', 'in', messageIds)
    .where('is_deleted', '=', 0)
  const counted = trx
    .selectFrom(changed.as('changed'))
    .select((eb) => ['space_id', eb.fn.countAll<number>().as('changes')])
    .groupBy('space_id')
  const spaces = await trx
    .updateTable('spaces')
    .from(counted.as('counted'))
    .set((eb) => ({ last_seq: eb('spaces.last_seq', '+', eb.ref('counted.changes')) }))
    .whereRef('spaces.id', '=', 'counted.space_id')
    .returning('spaces.id')
    .execute()
  const numbered = trx
    .selectFrom(changed.as('changed'))
    .innerJoin('spaces', 'spaces.id', 'changed.space_id')
    .select((eb) => {
      const ofSpace = eb.fn.countAll<number>().over((over) => over.partitionBy('changed.space_id'))
      const place = eb.fn
        .agg<number>('row_number')
        .over((over) => over.partitionBy('changed.space_id').orderBy('changed.seq'))
      return ['changed.id', eb(eb('spaces.last_seq', '-', ofSpace), '+', place).as('change_seq')]
    })
  await trx
    .updateTable('space_messages')
    .from(numbered.as('numbered'))
    .set((eb) => ({ change_seq: eb.ref('numbered.change_seq') }))
    .whereRef('space_messages.id', '=', 'numbered.id')
    .execute()
  return spaces.map(({ id }) => id)
}

interface Words {
  written: Id[]
  reactedTo: Id[]
}

/** Of a space that an administrator removed, which may come back, all may be indexed. */
export async function findIndexed(trx: Queryable, messageIds: Id[]) {
  if (messageIds.length === 0) return []
  const indexedBefore = sql<number>`coalesce(spaces.indexed_before, message.seq + 1)`
  return await trx
    .selectFrom('space_messages as message')
    .leftJoin('spaces', 'spaces.id', 'message.space_id')
    .select(['message.space_id as id', indexedBefore.as('indexed_before')])
    .select(['message.seq', 'message.content'])
    .where('message.id', 'in', messageIds)
    .where('message.is_deleted', '=', 0)
    .where('message.seq', '<', indexedBefore)
    .execute()
}

/** Empties the person's messages to marks without a sender, and takes their reactions away. */
export async function emptyMessages(
  trx: Queryable,
  userId: Id,
  { written, reactedTo, now }: Words & { now: number },
) {
  if (reactedTo.length > 0)
    await trx
      .deleteFrom('message_reactions')
      .where('user_id', '=', userId)
      .where('message_id', 'in', reactedTo)
      .execute()
  if (written.length === 0) return
  await trx.deleteFrom('message_reactions').where('message_id', 'in', written).execute()
  await trx.deleteFrom('message_mentions').where('message_id', 'in', written).execute()
  await trx
    .updateTable('space_messages')
    .set({ sender_id: null, content: '', client_id: null, is_deleted: 1, deleted_at: now })
    .set({ added_id: null, pinned_at: null })
    .set({ reply_to_id: null, post_id: null, link_card_id: null, image_count: 0 })
    .where('id', 'in', written)
    .execute()
}

export function findMarks(db: Queryable, ids: Id[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('space_messages as message')
    .innerJoin('spaces', 'spaces.id', 'message.space_id')
    .select(['message.id', 'message.space_id', 'message.seq', 'message.change_seq'])
    .select(['message.created_at', 'message.edited_at', 'message.revision', 'spaces.opened_seq'])
    .where('message.id', 'in', ids)
    .orderBy('message.id')
    .execute()
}

/** Takes the person out of some spaces, out of the counts too. Returns the spaces. */
export async function deleteSomeMemberships(trx: Queryable, userId: Id): Promise<Id[]> {
  const some = trx
    .selectFrom('spaces')
    .select('id')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('space_members')
        .select('space_id')
        .where('user_id', '=', userId)
        .orderBy('space_id')
        .limit(ROWS_AT_ONCE),
    )
    .orderBy('id')
  const ids = (await withRowLock(trx, some).execute()).map(({ id }) => id)
  if (ids.length === 0) return []
  const left = await trx
    .deleteFrom('space_members')
    .where('user_id', '=', userId)
    .where('space_id', 'in', ids)
    .returning('space_id')
    .execute()
  const leftIds = left.map((row) => row.space_id)
  if (leftIds.length > 0)
    await trx
      .updateTable('spaces')
      .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
      .where('id', 'in', leftIds)
      .execute()
  return leftIds
}

export async function deleteSomeRequestsOf(trx: Queryable, userId: Id) {
  const requests = await trx
    .selectFrom('join_requests')
    .innerJoin('spaces', 'spaces.id', 'join_requests.space_id')
    .select([
      'join_requests.id',
      'join_requests.space_id',
      'join_requests.status',
      'spaces.admin_id',
    ])
    .where('join_requests.user_id', '=', userId)
    .limit(ROWS_AT_ONCE)
    .execute()
  const ids = requests.map(({ id }) => id)
  if (ids.length > 0) await trx.deleteFrom('join_requests').where('id', 'in', ids).execute()
  return requests
}

import type { Insertable, Updateable } from 'kysely'
import { deleteSome } from '../platform/database/delete-some.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import { joinedSpaces } from '../visibility/visible-queries.ts'
import { readOnlyPairs } from './conversations/conversation-queries.ts'
import type { SpacesTable } from './tables.ts'

// The SQL of spaces and who is in them. Every write locks the space's row first, so that two of
// them take turns and see what the other did.

/** A few milliseconds on the embedded database: a message stands in several indexes. */
const DELETED_AT_ONCE = 100

export async function insertSpace(trx: Queryable, space: Insertable<SpacesTable>) {
  await trx.insertInto('spaces').values(space).execute()
}

export function findSpaceToChange(db: Queryable, id: Id) {
  return spaceToChange(db, id).executeTakeFirst()
}

/** As above; the space stays as it is until the transaction ends. */
export function lockSpace(trx: Queryable, id: Id) {
  return withRowLock(trx, spaceToChange(trx, id)).executeTakeFirst()
}

/** A conversation is no space. */
function spaceToChange(db: Queryable, id: Id) {
  return db
    .selectFrom('spaces')
    .select(['id', 'admin_id', 'name', 'is_private', 'last_seq', 'opened_seq'])
    .select(['art_url', 'art_image_id', 'member_count', 'max_members'])
    .where('id', '=', id)
    .where('kind', '=', 'space')
}

/** False when more members are in it than it would have room for. */
export async function updateSpace(
  trx: Queryable,
  id: Id,
  changes: Updateable<SpacesTable> & { max_members: number },
): Promise<boolean> {
  const row = await trx
    .updateTable('spaces')
    .set(changes)
    .where('id', '=', id)
    .where('member_count', '<=', changes.max_members)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateAdmin(trx: Queryable, id: Id, adminId: Id) {
  await trx.updateTable('spaces').set({ admin_id: adminId }).where('id', '=', id).execute()
}

export async function deleteSpace(trx: Queryable, id: Id) {
  await trx.deleteFrom('spaces').where('id', '=', id).execute()
}

/** What it left behind goes from now on: `deleteSomeMessagesOf` takes its messages. */
export async function insertDeletedSpace(trx: Queryable, id: Id) {
  await trx.insertInto('deleted_spaces').values({ id }).execute()
}

/** Those whose messages may still be there. */
export async function deletedSpaceIds(db: Queryable): Promise<Id[]> {
  const rows = await db.selectFrom('deleted_spaces').select('id').execute()
  return rows.map(({ id }) => id)
}

export async function someMessageIdsIn(trx: Queryable, spaceId: Id): Promise<Id[]> {
  const rows = await trx
    .selectFrom('space_messages')
    .select('id')
    .where('space_id', '=', spaceId)
    .limit(DELETED_AT_ONCE)
    .execute()
  return rows.map(({ id }) => id)
}

export async function deleteMessages(trx: Queryable, ids: Id[]) {
  await trx.deleteFrom('space_messages').where('id', 'in', ids).execute()
}

/** Those of a space whose messages are gone. True while there may be more. */
export async function deleteSomeWordsIn(trx: Queryable, spaceId: Id): Promise<boolean> {
  const key = ['space_id', 'word', 'segment'] as const
  const words = { key, where: { space_id: spaceId }, limit: DELETED_AT_ONCE }
  return (await deleteSome(trx, 'message_words', words)) > 0
}

export async function deleteDeletedSpaceRow(db: Queryable, id: Id) {
  await db.deleteFrom('deleted_spaces').where('id', '=', id).execute()
}

interface Member {
  spaceId: Id
  userId: Id
}

/** False when the person was a member before. */
export async function insertMember(
  trx: Queryable,
  { spaceId, userId }: Member,
  since: { now: number; lastReadSeq: number; readsAfterSeq: number },
): Promise<boolean> {
  const row = await trx
    .insertInto('space_members')
    .values({
      space_id: spaceId,
      user_id: userId,
      joined_at: since.now,
      last_read_seq: since.lastReadSeq,
      reads_after_seq: since.readsAfterSeq,
    })
    .onConflict((c) => c.columns(['space_id', 'user_id']).doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** False when the person was no member. */
export async function deleteMember(trx: Queryable, { spaceId, userId }: Member): Promise<boolean> {
  const row = await trx
    .deleteFrom('space_members')
    .where('space_id', '=', spaceId)
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Counts one more member; false when the space is full. */
export async function takePlace(trx: Queryable, spaceId: Id): Promise<boolean> {
  const row = await trx
    .updateTable('spaces')
    .set((eb) => ({ member_count: eb('member_count', '+', 1) }))
    .where('id', '=', spaceId)
    .whereRef('member_count', '<', 'max_members')
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function freePlace(trx: Queryable, spaceId: Id) {
  await trx
    .updateTable('spaces')
    .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
    .where('id', '=', spaceId)
    .execute()
}

export async function memberIds(db: Queryable, spaceId: Id): Promise<Id[]> {
  const rows = await db
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .execute()
  return rows.map((row) => row.user_id)
}

export async function readerIds(db: Queryable, spaceId: Id, seq: number): Promise<Id[]> {
  const rows = await db
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', spaceId)
    .where('reads_after_seq', '<', seq)
    .execute()
  return rows.map((row) => row.user_id)
}

const joined = prepared((db: Queryable, given: { userId: Id }) =>
  joinedSpaces(db, given.userId)
    .select('space_id')
    .where('space_id', 'not in', readOnlyPairs(db, given.userId).select('conversation.id')),
)

/** The spaces whose messages the person may read and hear, and the conversations that are open. */
export async function joinedSpaceIds(db: Queryable, userId: Id): Promise<Id[]> {
  const rows = await joined(db, { userId })
  return rows.map((row) => row.space_id)
}

const spaceAndMembership = prepared((db: Queryable, given: Member) =>
  db
    .selectFrom('spaces')
    .leftJoin('space_members as mine', (join) =>
      join.onRef('mine.space_id', '=', 'spaces.id').on('mine.user_id', '=', given.userId),
    )
    .select(['spaces.id', 'spaces.kind', 'spaces.admin_id', 'spaces.last_seq'])
    .select('spaces.indexed_before')
    .select(['mine.last_read_seq', 'mine.reads_after_seq'])
    .where('spaces.id', '=', given.spaceId),
)

/** The space, and how the person stands to it: `last_read_seq` is null for who is no member. */
export async function findMembership(db: Queryable, member: Member) {
  const [found] = await spaceAndMembership(db, member)
  return found
}

const nextSeq = prepared((trx: Queryable, given: { space: Id }) => counted(trx, given))

const nextMessageNumber = prepared((trx: Queryable, given: { space: Id; now: number }) =>
  counted(trx, given).set({ last_activity_at: given.now }),
)

function counted(trx: Queryable, { space }: { space: Id }) {
  return trx
    .updateTable('spaces')
    .set((eb) => ({ last_seq: eb('last_seq', '+', 1) }))
    .where('id', '=', space)
    .returning(['kind', 'admin_id', 'name', 'last_seq as seq', 'opened_seq', 'indexed_before'])
}

/** Locks the space's row; undefined when it is gone. `activeAt`: the moment of a new message. */
export async function lockSpaceForNextSeq(trx: Queryable, space: Id, activeAt?: number) {
  const [number] =
    activeAt === undefined
      ? await nextSeq(trx, { space })
      : await nextMessageNumber(trx, { space, now: activeAt })
  return number
}

const raisedMark = prepared((db: Queryable, given: Member & { seq: number }) =>
  db
    .updateTable('space_members')
    .set({ last_read_seq: given.seq })
    .where('space_id', '=', given.spaceId)
    .where('user_id', '=', given.userId)
    .where('last_read_seq', '<', given.seq)
    .returning('user_id'),
)

/** Moves the mark of what a member has read forward, never back. False when it did not move. */
export async function moveReadMark(db: Queryable, member: Member, seq: number): Promise<boolean> {
  const [moved] = await raisedMark(db, { ...member, seq })
  return moved !== undefined
}

const membership = prepared((db: Queryable, given: Member) =>
  db
    .selectFrom('space_members')
    .select('user_id')
    .where('space_id', '=', given.spaceId)
    .where('user_id', '=', given.userId),
)

export async function isMember(db: Queryable, member: Member): Promise<boolean> {
  const [found] = await membership(db, member)
  return found !== undefined
}

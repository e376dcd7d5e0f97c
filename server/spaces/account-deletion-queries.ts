import { forUpdate } from '../platform/database/for-update.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'

// The SQL of taking a member out of everything at once: a few statements, however much they said
// and however many spaces they were in.

/** The spaces where the person is, wrote or asked to be let in, locked in the order of their ids. */
export function lockSpacesOf(trx: Queryable, userId: Id) {
  const query = trx
    .selectFrom('spaces')
    .select(['id', 'name', 'admin_id'])
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('space_members')
        .select('space_id')
        .where('user_id', '=', userId)
        .union(eb.selectFrom('join_requests').select('space_id').where('user_id', '=', userId))
        .union(writtenBy(trx, userId).clearSelect().select('message.space_id'))
        .union(reactedToBy(trx, userId).clearSelect().select('message.space_id')),
    )
    .orderBy('id')
  return forUpdate(trx, query).execute()
}

/** For each space the person runs and somebody else is in: who has been there longest. */
export function successorsOf(trx: Queryable, userId: Id) {
  const inLine = trx
    .selectFrom('spaces')
    .innerJoin('space_members as mine', 'mine.space_id', 'spaces.id')
    .innerJoin('space_members as heir', 'heir.space_id', 'spaces.id')
    .where('mine.user_id', '=', userId)
    .where('spaces.admin_id', '=', userId)
    .where('heir.user_id', '<>', userId)
    .select((eb) => [
      'heir.space_id',
      'heir.user_id',
      eb.fn
        .agg<number>('row_number')
        .over((over) =>
          over.partitionBy('heir.space_id').orderBy('heir.joined_at').orderBy('heir.user_id'),
        )
        .as('place'),
    ])
  return trx
    .selectFrom(inLine.as('in_line'))
    .select(['space_id', 'user_id'])
    .where('place', '=', 1)
    .execute()
}

/**
 * Gives every message the person wrote or reacted to the next numbers of its space, in their order,
 * since all of them are about to change. Returns the spaces.
 */
export async function numberChangesOf(trx: Queryable, userId: Id): Promise<Id[]> {
  const counted = trx
    .selectFrom(changedWith(trx, userId).as('changed'))
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
    .selectFrom(changedWith(trx, userId).as('changed'))
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

/** Empties the person's messages to marks without a sender, and takes their reactions away. */
export async function emptyMessagesOf(trx: Queryable, userId: Id) {
  await trx.deleteFrom('message_reactions').where('user_id', '=', userId).execute()
  await trx
    .deleteFrom('message_reactions')
    .where('message_id', 'in', (eb) =>
      eb.selectFrom('space_messages').select('id').where('sender_id', '=', userId),
    )
    .execute()
  await trx
    .updateTable('space_messages')
    .set({ sender_id: null, content: '', client_id: null, is_deleted: 1 })
    .where('sender_id', '=', userId)
    .execute()
}

export async function newestMessageIdsOf(db: Queryable, userId: Id, limit: number) {
  const rows = await db
    .selectFrom('space_messages')
    .select('id')
    .where('sender_id', '=', userId)
    .where('is_deleted', '=', 0)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The marks that messages leave, in the order they were made. */
export function findMarks(db: Queryable, ids: Id[]) {
  if (ids.length === 0) return []
  return db
    .selectFrom('space_messages')
    .select(['id', 'space_id', 'seq', 'change_seq', 'created_at', 'edited_at'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
}

/** Takes the person out of every space, out of the counts too. Returns the spaces. */
export async function deleteMemberships(trx: Queryable, userId: Id): Promise<Id[]> {
  await trx
    .updateTable('spaces')
    .set((eb) => ({ member_count: eb('member_count', '-', 1) }))
    .where('id', 'in', (eb) =>
      eb.selectFrom('space_members').select('space_id').where('user_id', '=', userId),
    )
    .execute()
  const rows = await trx
    .deleteFrom('space_members')
    .where('user_id', '=', userId)
    .returning('space_id')
    .execute()
  return rows.map((row) => row.space_id)
}

/** Returns the spaces where a request of the person's was waiting. */
export async function deleteRequestsOf(trx: Queryable, userId: Id): Promise<Id[]> {
  const rows = await trx
    .deleteFrom('join_requests')
    .where('user_id', '=', userId)
    .returning(['space_id', 'status'])
    .execute()
  return rows.filter(({ status }) => status === 'pending').map((row) => row.space_id)
}

function changedWith(db: Queryable, userId: Id) {
  return writtenBy(db, userId).union(reactedToBy(db, userId))
}

function writtenBy(db: Queryable, userId: Id) {
  return db
    .selectFrom('space_messages as message')
    .select(['message.id', 'message.space_id', 'message.seq'])
    .where('message.sender_id', '=', userId)
    .where('message.is_deleted', '=', 0)
}

function reactedToBy(db: Queryable, userId: Id) {
  return db
    .selectFrom('message_reactions as reaction')
    .innerJoin('space_messages as message', 'message.id', 'reaction.message_id')
    .select(['message.id', 'message.space_id', 'message.seq'])
    .where('reaction.user_id', '=', userId)
}

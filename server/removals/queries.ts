import { type ExpressionBuilder, sql } from 'kysely'
import { deletionOfSome } from '../platform/database/delete-some.ts'
import { withRowLock } from '../platform/database/portable-sql.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable, Schema } from '../schema.ts'
import { visibleMessages } from '../visibility/visible-queries.ts'
import type { RemovalsTable } from './tables.ts'

export async function insertRemoval(trx: Queryable, removal: RemovalsTable) {
  await trx.insertInto('removals').values(removal).execute()
}

/** A space, and who runs it now: who came after it was opened has to do with nothing of before. */
export interface SpaceSeen {
  id: Id
  viewer: Id
}

function isSeen(db: Queryable, { id, viewer }: SpaceSeen) {
  const seen = visibleMessages(db, viewer, id)
    .select('message.id')
    .whereRef('message.id', '=', sql.ref('removals.thing_id'))
  return ({ exists }: ExpressionBuilder<Schema, 'removals'>) => exists(seen)
}

/** Undefined when it is undone, or over, or another's to undo. */
export function deleteRemoval(trx: Queryable, actId: Id, space: SpaceSeen | null) {
  return trx
    .deleteFrom('removals')
    .where('act_id', '=', actId)
    .where('space_id', space === null ? 'is' : '=', space?.id ?? null)
    .$if(space !== null, (query) => query.where(isSeen(trx, space as SpaceSeen)))
    .returningAll()
    .executeTakeFirst()
}

/** What its admins took away, the latest first, with whose it was. */
export function removalsOfSpace(db: Queryable, space: SpaceSeen, limit: number) {
  return db
    .selectFrom('removals')
    .innerJoin('users as member', 'member.id', 'removals.member_id')
    .select(['removals.act_id', 'removals.text', 'removals.contents', 'removals.removed_at'])
    .select('removals.member_id')
    .select(['member.username', 'member.user_number', 'member.photo_image_id'])
    .where('removals.space_id', '=', space.id)
    .where('member.deleted_at', 'is', null)
    .where(isSeen(db, space))
    .orderBy('removals.removed_at', 'desc')
    .orderBy('removals.act_id', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteOwn(
  trx: Queryable,
  { kind, thingId, memberId }: { kind: RemovalsTable['kind']; thingId: Id; memberId: Id },
): Promise<boolean> {
  const rows = await trx
    .deleteFrom('removals')
    .where('kind', '=', kind)
    .where('thing_id', '=', thingId)
    .where('member_id', '=', memberId)
    .returning('act_id')
    .execute()
  return rows.length > 0
}

export async function deleteOfSpace(trx: Queryable, spaceId: Id) {
  await trx.deleteFrom('removals').where('space_id', '=', spaceId).execute()
}

/** Takes some of before the moment, the longest removed first. */
export async function deleteSomeBefore(trx: Queryable, moment: number, limit: number) {
  const some = trx
    .selectFrom('removals')
    .select('act_id')
    .where('removed_at', '<', moment)
    .orderBy('removed_at')
    .limit(limit)
  const ids = (await withRowLock(trx, some).execute()).map(({ act_id }) => act_id)
  if (ids.length === 0) return []
  return trx.deleteFrom('removals').where('act_id', 'in', ids).returningAll().execute()
}

/** Takes some of what was a member's. */
export function deleteSomeOf(trx: Queryable, memberId: Id, limit: number) {
  const some = { key: ['act_id'], where: { member_id: memberId }, limit } as const
  return deletionOfSome(trx, 'removals', some).returningAll().execute()
}

/** In what is kept of others' texts these words take the place of a mention. */
export async function replaceMentions(trx: Queryable, mention: string, words: string) {
  const replaced = (column: 'text' | 'contents') =>
    sql<string>`replace(${sql.ref(column)}, ${mention}, ${words})`
  await trx
    .updateTable('removals')
    .set({ text: replaced('text'), contents: replaced('contents') })
    .where((eb) =>
      eb.or([eb('text', 'like', `%${mention}%`), eb('contents', 'like', `%${mention}%`)]),
    )
    .execute()
}

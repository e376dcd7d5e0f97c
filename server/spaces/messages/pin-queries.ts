import { sql } from 'kysely'
import { PINS_MAX } from '../../../contract/space-messages.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { visibleTo } from '../../visibility/visible-to.ts'

interface Pin {
  spaceId: Id
  messageId: Id
  changeSeq: number
}

/** Of a space in all: of each other's, members who came at other times may read none. */
const ALL_PINS_MAX = 5 * PINS_MAX

/**
 * False when as many others are pinned as there may be: of those that `viewer` may read, who could
 * take down no others to make room, and in all; null counts all as theirs.
 */
export async function pin(
  trx: Queryable,
  viewer: Id | null,
  { spaceId, messageId, changeSeq }: Pin,
  now: number,
): Promise<boolean> {
  const all = trx.selectFrom('space_messages as message').where('message.space_id', '=', spaceId)
  const reads = viewer === null ? sql`1 = 1` : visibleTo(viewer).message(spaceId)
  const isTheirs = sql<number>`case when ${reads} then 1 else 0 end`
  const others = await all
    .select(isTheirs.as('is_theirs'))
    .where('message.pinned_at', 'is not', null)
    .where('message.id', '<>', messageId)
    .limit(ALL_PINS_MAX)
    .execute()
  const theirs = others.filter(({ is_theirs }) => is_theirs === 1)
  if (theirs.length >= PINS_MAX || others.length >= ALL_PINS_MAX) return false
  await trx
    .updateTable('space_messages')
    // One that is pinned already keeps its place.
    .set((eb) => ({ pinned_at: eb.fn.coalesce('pinned_at', eb.val(now)), change_seq: changeSeq }))
    .where('id', '=', messageId)
    .execute()
  return true
}

export async function unpin(trx: Queryable, { messageId, changeSeq }: Pin) {
  await trx
    .updateTable('space_messages')
    .set({ pinned_at: null, change_seq: changeSeq })
    .where('id', '=', messageId)
    .execute()
}

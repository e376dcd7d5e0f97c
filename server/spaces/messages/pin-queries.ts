import { PINS_MAX } from '../../../contract/space-messages.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { visibleMessages } from '../../visibility/visible-queries.ts'

interface Pin {
  spaceId: Id
  messageId: Id
  changeSeq: number
}

/**
 * False when as many others are pinned as there may be: of those that `viewer` may read, who could
 * take down no others to make room; null counts all.
 */
export async function pin(
  trx: Queryable,
  viewer: Id | null,
  { spaceId, messageId, changeSeq }: Pin,
  now: number,
): Promise<boolean> {
  const all = trx.selectFrom('space_messages as message').where('message.space_id', '=', spaceId)
  const others = await (viewer === null ? all : visibleMessages(trx, viewer, spaceId))
    .select('message.id')
    .where('message.pinned_at', 'is not', null)
    .where('message.id', '<>', messageId)
    .limit(PINS_MAX)
    .execute()
  if (others.length >= PINS_MAX) return false
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

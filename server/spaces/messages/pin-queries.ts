import { PINS_MAX } from '../../../contract/space-messages.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

interface Pin {
  spaceId: Id
  messageId: Id
  changeSeq: number
}

/** False when as many others are pinned as there may be. */
export async function pin(
  trx: Queryable,
  { spaceId, messageId, changeSeq }: Pin,
  now: number,
): Promise<boolean> {
  const others = await trx
    .selectFrom('space_messages')
    .select('id')
    .where('space_id', '=', spaceId)
    .where('pinned_at', 'is not', null)
    .where('id', '<>', messageId)
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

import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Attachments } from './message-attachments.ts'

interface Restored extends Omit<Attachments, 'pinned_at'> {
  id: Id
  content: string
  changeSeq: number
}

/** With the reactions of those still there. Undefined where its sender or the message is gone. */
export async function restoreMessage(trx: Queryable, message: Restored) {
  const { id, content, changeSeq, reactions, ...others } = message
  const restored = await trx
    .updateTable('space_messages')
    .set({ is_deleted: 0, deleted_at: null, content, change_seq: changeSeq, ...others })
    .where('id', '=', id)
    .where('sender_id', 'is not', null)
    .returning(['seq', 'sender_id'])
    .executeTakeFirst()
  const givers = reactions.map(({ user_id }) => user_id)
  if (!restored || givers.length === 0) return restored
  const members = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', givers)
    .where('deleted_at', 'is', null)
    .execute()
  const there = new Set(members.map((member) => member.id))
  const given = reactions.filter(({ user_id }) => there.has(user_id))
  if (given.length > 0) await trx.insertInto('message_reactions').values(given).execute()
  return restored
}

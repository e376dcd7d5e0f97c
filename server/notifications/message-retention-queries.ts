import type { Selectable } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { NotificationsTable, Queryable } from '../schema.ts'
import { visibleMessages } from '../visibility/visible-queries.ts'

// The SQL of a message that goes, which may be one of several that were told as one.

export interface GoneMessage {
  id: Id
  space_id: Id
  sender_id: Id | null
}

/** What leads to the message, and what may count it among later ones. */
export function toldOfMessage(trx: Queryable, message: GoneMessage) {
  return trx
    .selectFrom('notifications')
    .select(['id', 'user_id', 'kind', 'count', 'message_id as newest', 'is_read'])
    .where(({ eb, or, and }) =>
      or([
        eb('message_id', '=', message.id),
        and([
          eb('sender_id', '=', message.sender_id),
          eb('space_id', '=', message.space_id),
          eb('message_id', '>', message.id),
          eb('is_read', '=', 0),
          eb('count', '>', 1),
        ]),
      ]),
    )
    .execute()
}

type Told = Pick<Selectable<NotificationsTable>, 'user_id' | 'kind' | 'count'> & {
  newest: Id | null
}

/** The newest messages that were told with the one that goes, without it: as many as were counted at most. */
export async function othersTold(
  trx: Queryable,
  { id, space_id, sender_id }: GoneMessage,
  { user_id, kind, count, newest }: Told,
): Promise<Id[]> {
  const rows = await visibleMessages(trx, user_id, space_id)
    .select('message.id')
    .where('message.sender_id', '=', sender_id)
    .where('message.is_deleted', '=', 0)
    .where('message.id', '<=', newest)
    .where('message.id', '<>', id)
    .where(({ exists, selectFrom }) =>
      exists(
        kind === 'space_reply'
          ? selectFrom('space_messages as answered')
              .select('answered.id')
              .whereRef('answered.id', '=', 'message.reply_to_id')
              .where('answered.sender_id', '=', user_id)
          : selectFrom('message_mentions')
              .select('message_mentions.message_id as id')
              .whereRef('message_mentions.message_id', '=', 'message.id')
              .where('message_mentions.user_id', '=', user_id),
      ),
    )
    .orderBy('message.id', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.id)
}

export async function updateTold(
  trx: Queryable,
  id: Id,
  { count, newest: message_id }: { count: number; newest: Id | null },
) {
  await trx.updateTable('notifications').set({ count, message_id }).where('id', '=', id).execute()
}

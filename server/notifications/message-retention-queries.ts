import { type SqlBool, sql } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { GroupedNotification } from './retention-queries.ts'
import { untoldIn } from './untold.ts'

// The SQL of a message that goes, which may be one of several that were told as one.

export interface GoneMessage {
  id: Id
  space_id: Id
  sender_id: Id | null
}

/** What leads to the message, and what may count it among others. */
export async function notificationsOfMessage(
  trx: Queryable,
  message: GoneMessage,
): Promise<GroupedNotification[]> {
  const notifications = () =>
    trx
      .selectFrom('notifications')
      .select(['id', 'user_id', 'kind', 'count', 'params', 'message_id as newest', 'is_read'])
  const mentioned = trx
    .selectFrom('message_mentions')
    .select('user_id as id')
    .where('message_id', '=', message.id)
  const answered = trx
    .selectFrom('space_messages as gone')
    .innerJoin('space_messages as answered', 'answered.id', 'gone.reply_to_id')
    .select('answered.sender_id as id')
    .where('gone.id', '=', message.id)
    .where('answered.sender_id', 'is not', null)
    .$castTo<{ id: Id }>()
  const counting = notifications()
    .where('user_id', 'in', mentioned.union(answered))
    .where('sender_id', '=', message.sender_id)
    .where('space_id', '=', message.space_id)
    .where(sql<SqlBool>`kind in ('space_mention', 'space_reply')`)
    .where('is_read', '=', sql.lit(0))
    .where('count', '>', 1)
    .where('message_id', '<>', message.id)
  const leading = notifications().where('message_id', '=', message.id)
  return [...(await leading.execute()), ...(await counting.execute())]
}

/**
 * The newest messages that are told as one with the one that goes: as many as are counted at most.
 * What was said after the notification is told by another: it takes a new id with each it tells.
 * They were told whether or not the reader is in the space just now, and no word of them is read;
 * what was not told when it was said, of who was muted then, is not among them. Replies of the time
 * in which the reader had left were not told either, which is kept nowhere: they may be counted.
 */
export async function groupedMessageIds(
  trx: Queryable,
  { space_id, sender_id }: GoneMessage,
  { id: notificationId, user_id, kind, count, params }: GroupedNotification,
): Promise<Id[]> {
  const untold = untoldIn(params)
  const rows = await trx
    .selectFrom('space_messages as message')
    .select('message.id')
    .$if(untold.length > 0, (query) => query.where('message.id', 'not in', untold))
    .where('message.space_id', '=', space_id)
    .where('message.sender_id', '=', sender_id)
    .where('message.is_deleted', '=', sql.lit(0))
    .where('message.id', '<', notificationId)
    .where(({ exists, not, selectFrom, and }) => {
      const isAnswer = exists(
        selectFrom('space_messages as answered')
          .select('answered.id')
          .whereRef('answered.id', '=', 'message.reply_to_id')
          .where('answered.sender_id', '=', user_id),
      )
      if (kind === 'space_reply') return isAnswer
      const isMentioned = exists(
        selectFrom('message_mentions')
          .select('message_mentions.message_id as id')
          .whereRef('message_mentions.message_id', '=', 'message.id')
          .where('message_mentions.user_id', '=', user_id),
      )
      // Whose message it answers is told of that alone.
      return and([isMentioned, not(isAnswer)])
    })
    .orderBy('message.id', 'desc')
    .limit(count)
    .execute()
  return rows.map((row) => row.id)
}

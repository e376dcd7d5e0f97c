import { sql } from 'kysely'
import { QUOTED_LINE_MAX } from '../../../contract/space-messages.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { isNotDeleted } from '../../visibility/hidden-members.ts'
import { visibleMessages } from '../../visibility/visible-queries.ts'

/** More than is shown, since a mention may be shorter than the id that is kept for it. */
export const LINE_READ = 5 * QUOTED_LINE_MAX

interface RepliedTo {
  spaceId: Id
  ids: Id[]
}

/** Those of them that the viewer may read, as they are now; marks too. */
export async function findRepliedTo(db: Queryable, viewer: Id, { spaceId, ids }: RepliedTo) {
  if (ids.length === 0) return []
  return lines(visibleMessages(db, viewer, spaceId), ids)
}

export type RepliedToRow = Awaited<ReturnType<typeof findRepliedTo>>[number]

/** For an event, with it for who may read it and without it for others. */
export async function findRepliedToWithoutVisibilityCheck(trx: Queryable, repliedTo: RepliedTo) {
  const message = trx
    .selectFrom('space_messages as message')
    .where('message.space_id', '=', repliedTo.spaceId)
    .where(({ eb, or }) => or([eb('sender_id', 'is', null), isNotDeleted('message.sender_id')]))
  return lines(message, repliedTo.ids)
}

function lines(messages: ReturnType<typeof visibleMessages>, ids: Id[]) {
  return messages
    .leftJoin('users as sender', 'sender.id', 'message.sender_id')
    .select([
      'message.id',
      'message.seq',
      'message.change_seq',
      'message.is_deleted',
      'message.image_count',
      'sender.id as sender_id',
      'sender.username',
      'sender.user_number',
      'sender.photo_image_id',
      sql<string>`substr(message.content, 1, ${sql.lit(LINE_READ)})`.as('content'),
    ])
    .where('message.id', 'in', ids)
    .where('message.added_id', 'is', null)
    .execute()
}

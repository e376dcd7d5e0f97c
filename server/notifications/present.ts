import { z } from 'zod'
import { type Notification, QUOTE_MAX, SOMEONE } from '../../contract/notifications.ts'
import { presentAuthor } from '../accounts/present.ts'
import { oneLine, withoutCutMention } from '../mentions/mention-text.ts'
import type { MentionNames } from '../mentions/mentions.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Services } from '../services.ts'
import { wordsOf } from './kinds.ts'
import { type NotificationRow, QUOTE_READ } from './queries.ts'

export function presentNotification(
  { images }: Pick<Services, 'images'>,
  row: NotificationRow,
  names: MentionNames,
): Notification {
  return {
    _id: String(row.id),
    ...wordsOf(row.kind, row.params, {
      senderName: row.username ?? SOMEONE,
      count: row.count,
    }),
    sender: presentSender(images, row),
    quote: oneLine(names.read(withoutCutMention(row.quote ?? '', QUOTE_READ)), QUOTE_MAX),
    count: row.count,
    read: row.is_read === 1,
    createdAt: isoTimestamp(row.created_at),
    postId: idOrNull(row.post_id),
    commentId: idOrNull(row.comment_id),
    messageId: idOrNull(row.message_id),
    spaceId: idOrNull(row.space_id),
    ...(/_waits$/.test(row.kind) && { leadsTo: 'reports' as const }),
    ...(/^(archive|import)_/.test(row.kind) && { leadsTo: 'data' as const }),
    ...(isInConversation(row.params) && { leadsTo: 'conversation' as const }),
  }
}

const ofConversation = z.object({ isConversation: z.literal(true) })

/** Whether its space is a conversation. */
function isInConversation(params: string): boolean {
  return ofConversation.safeParse(JSON.parse(params)).success
}

function idOrNull(id: Id | null): string | null {
  return id === null ? null : String(id)
}

function presentSender(images: Services['images'], row: NotificationRow): Notification['sender'] {
  if (row.sender_id === null || row.username === null || row.user_number === null) return null
  return presentAuthor(images, row.sender_id, {
    username: row.username,
    user_number: row.user_number,
    photo_image_id: row.photo_image_id,
  })
}

import { z } from 'zod'
import { author } from './author.ts'
import { id, parsedId, timestamp } from './text.ts'

export const NOTIFICATIONS_PAGE_SIZE = 50
export const QUOTE_MAX = 160
/** The fallback while the realtime stream is down. */
export const FIRST_POLL_AFTER_MS = 1_000
export const POLL_EVERY_MS = 30_000

export const MESSAGES = {
  loadFailed: 'Failed to load notifications',
  missing: 'This notification is not there any more.',
  read: 'Marked as read.',
  allRead: 'All are marked as read.',
} as const

/** Who did it, when nobody in particular did. */
export const SOMEONE = 'Someone'

const NOTIFICATION_TYPES = ['friend_request', 'comment', 'join_request', 'other'] as const

export const notification = z.object({
  _id: id,
  type: z.enum(NOTIFICATION_TYPES),
  /** Null when nobody in particular did it. */
  sender: author.nullable(),
  /** The sentence of `other`; empty for the types that have their own. */
  text: z.string(),
  /**
   * The beginning of the words it speaks of: a comment's, a message's, those of a post that
   * mentions its reader, or of one of theirs that was removed or given back; empty where there are
   * none (any more).
   */
  quote: z.string(),
  /** How often it happened: one person's unread comments on a post are one notification. */
  count: z.number().int().min(1),
  read: z.boolean(),
  createdAt: timestamp,
  /** What it speaks of, as far as it speaks of such a thing. */
  postId: id.nullable(),
  commentId: id.nullable(),
  /** Said in the space of `spaceId`. */
  messageId: id.nullable(),
  spaceId: id.nullable(),
  /**
   * Where it is about none of these: what waits for administrators, or one's own data. And that
   * `spaceId` is of a conversation.
   */
  leadsTo: z.enum(['reports', 'data', 'conversation']).optional(),
})
export type Notification = z.infer<typeof notification>

/** Newest first: the newest page, or with `before` the page that follows that notification. */
export const notificationList = z.array(notification)
export const notificationsQuery = z.object({ before: parsedId.optional() })
export const notificationCount = z.object({ count: z.number().int() })
export const notificationParams = z.object({ id: parsedId })

/** What a notification says, word for word the specification's. */
export function notificationText({ type, sender, text, count }: Notification): string {
  const name = sender?.username ?? SOMEONE
  if (type === 'friend_request') return `${name} sent you a friend request`
  if (type === 'comment') return `${name} commented on your post${howOften(count)}`
  if (type === 'join_request') return `${name} requested to join your space`
  return text || 'You have a new notification'
}

/** What follows a sentence that stands for several. */
export function howOften(count: number): string {
  return count > 1 ? ` ${count} times` : ''
}

/** For tests: notifications as the contract allows them. */
import type { CurrentUser } from '../../contract/accounts.ts'
import type { Author } from '../../contract/author.ts'
import { type Notification, notificationList } from '../../contract/notifications.ts'
import type { Reply } from '../platform/fake-server.ts'

let count = 0

export function notificationBy(
  sender: CurrentUser | null,
  type: Notification['type'],
  more: Partial<Notification> = {},
): Notification {
  return {
    _id: `8${String(++count).padStart(12, '0')}`,
    type,
    sender: sender && authorOf(sender),
    text: '',
    quote: '',
    count: 1,
    read: false,
    createdAt: new Date().toISOString(),
    postId: null,
    commentId: null,
    messageId: null,
    spaceId: null,
    ...more,
  }
}

export function authorOf({ _id, username, userNumber, profilePhoto }: CurrentUser): Author {
  return { _id, username, userNumber, profilePhoto }
}

export function notificationsReply(notifications: Notification[]): Reply {
  return { status: 200, body: notificationList.parse(notifications) }
}

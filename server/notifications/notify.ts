import type { NotificationType } from '../../contract/notifications.ts'
import { type Id, newId } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import { presentNotification } from './present.ts'
import * as queries from './queries.ts'

/** What to tell a member. `senderId`: who did it; null when nobody in particular. */
interface News {
  to: string
  type: NotificationType
  senderId: Id | null
  /** The sentence, for the type `other`. */
  text?: string
  postId?: Id
  commentId?: Id
  spaceId?: Id
}

/**
 * Notifies a member within the caller's change; it reaches their open pages after the commit.
 * Nobody is notified of their own act. While somebody's comment on a post is unread, their next
 * one takes its place at the top instead of standing beside it: twenty quick comments are one
 * piece of news.
 */
export async function notify(
  services: Pick<Services, 'clock' | 'images'>,
  { trx, publish }: Mutation,
  news: News,
): Promise<void> {
  const { to, senderId } = news
  if (senderId === to) return
  const id = newId()
  await queries.enterNotification(trx, rowOf(news, id, services.clock()))
  const row = await queries.findNotification(trx, to, id)
  if (!row) return
  const notification = presentNotification(services, row)
  publish({
    kind: 'event',
    topics: [`member:${to}`],
    event: { type: 'notification', notification },
  })
  publish({ kind: 'unread-changed', memberId: to })
}

function rowOf(news: News, id: string, now: number) {
  return {
    id,
    user_id: news.to,
    type: news.type,
    sender_id: news.senderId,
    text: news.text ?? '',
    post_id: news.postId ?? null,
    comment_id: news.commentId ?? null,
    space_id: news.spaceId ?? null,
    is_read: 0,
    created_at: now,
  }
}

import { readMentions } from '../mentions/mentions.ts'
import { type Id, newId } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import { type About, about } from './kinds.ts'
import { presentNotification } from './present.ts'
import * as queries from './queries.ts'
import { quoteRemovedPosts } from './removed-posts.ts'
import * as untoldQueries from './untold-queries.ts'

/** What to tell a member: what it is about, and what it leads to. */
type NewNotification = About & {
  to: Id
  /** Who did it; null when nobody in particular. */
  senderId: Id | null
  postId?: Id
  commentId?: Id
  /** Said in the space. */
  messageId?: Id
  spaceId?: Id
}

/**
 * Notifies a member within the caller's mutation; it reaches their open pages after the commit.
 * Nobody is notified of their own act. While somebody's comment on a post is unread, their next
 * one is counted with it and takes its place at the top, and so are their replies and mentions
 * there: twenty quick comments are one piece of news. An invitation to a space takes the place of
 * those that are unread.
 */
export async function notify(
  services: Pick<Services, 'clock' | 'images'>,
  { trx, publish }: Mutation,
  notification: NewNotification,
): Promise<void> {
  const { to, senderId } = notification
  if (senderId === to) return
  const id = newId()
  await queries.upsertNotification(trx, rowOf(notification, id, services.clock()))
  const found = await queries.findNotification(trx, to, id)
  const [row] = await quoteRemovedPosts(trx, to, found ? [found] : [])
  // Who may not see it, or wants to hear nothing of its sender, shall not find it later either.
  if (!row) return keepUntold(trx, notification)
  if (notification.kind === 'space_invited') await queries.deleteOlderInvitations(trx, row, to)
  const names = await readMentions(trx, to, [row.quote ?? ''])
  publish({
    kind: 'broadcast',
    topics: [`member:${to}`],
    event: { type: 'notification', notification: presentNotification(services, row, names) },
  })
  publish({ kind: 'unread-changed', memberId: to })
}

async function keepUntold(trx: Mutation['trx'], notification: NewNotification) {
  const saidId = notification.commentId ?? notification.messageId
  if (saidId !== undefined) await untoldQueries.keepUntold(trx, { ...notification, saidId })
}

/**
 * Tells whom it concerns what was removed, or what became of a space, not by whom: so it reaches
 * also who muted or blocked the one who did it. Nobody is told of what they did themself. `actor`
 * is null for the command line.
 */
export async function notifyAffectedMember(
  actor: { id: Id } | null,
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  news: About & { to: Id; spaceId?: Id; postId?: Id },
): Promise<void> {
  if (news.to === actor?.id) return
  await notify(services, mutation, { ...news, senderId: null })
}

export function hasUnread(
  { trx }: Pick<Mutation, 'trx'>,
  to: Id,
  of: { kind: About['kind']; spaceId?: Id },
): Promise<boolean> {
  return queries.hasUnread(trx, to, of)
}

function rowOf(notification: NewNotification, id: Id, now: number) {
  const { kind, params } = about.parse(notification)
  return {
    id,
    user_id: notification.to,
    kind,
    params: JSON.stringify(params),
    sender_id: notification.senderId,
    post_id: notification.postId ?? null,
    comment_id: notification.commentId ?? null,
    message_id: notification.messageId ?? null,
    space_id: notification.spaceId ?? null,
    is_read: 0,
    created_at: now,
  }
}

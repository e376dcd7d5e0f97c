import type { Id } from '../platform/ids.ts'
import type { Mutation } from '../services.ts'
import * as commentQueries from './comment-retention-queries.ts'
import { asAccepted } from './kinds.ts'
import * as messageQueries from './message-retention-queries.ts'
import * as notificationQueries from './queries.ts'
import * as queries from './retention-queries.ts'

// What is no longer so needs no notification: an answered or withdrawn request, what is gone.
// Whoever had it unread is told their new count.

interface RequestOf {
  to: Id
  senderId: Id
}

export async function deleteRequestNotification({ trx, publish }: Mutation, request: RequestOf) {
  if (await queries.deleteRequestNotifications(trx, { ...request, kind: 'friend_request' }))
    publish({ kind: 'unread-changed', memberId: request.to })
}

/** A friend request was answered: its notification stays, and is read. */
export async function markRequestNotificationRead({ trx, publish }: Mutation, request: RequestOf) {
  if (await notificationQueries.markRequestRead(trx, { ...request, kind: 'friend_request' }))
    publish({ kind: 'unread-changed', memberId: request.to })
}

/** Who was invited to a space is in it: so it says, and is read. */
export async function markInvitationAccepted(
  { trx, publish }: Mutation,
  { to, spaceId }: { to: Id; spaceId: Id },
) {
  const told = await notificationQueries.invitationsTo(trx, to, spaceId)
  for (const { id, params } of told)
    await notificationQueries.updateInvitation(trx, id, asAccepted(params))
  if (told.some(({ is_read }) => is_read === 0)) publish({ kind: 'unread-changed', memberId: to })
}

export async function deleteJoinRequestNotification(
  { trx, publish }: Mutation,
  { to, senderId, spaceId }: RequestOf & { spaceId: Id },
) {
  const request = { to, senderId, spaceId, kind: 'join_request' as const }
  if (await queries.deleteRequestNotifications(trx, request))
    publish({ kind: 'unread-changed', memberId: to })
}

/** Who asked to come into the space is somebody else's to answer. */
export async function deleteJoinRequestNotifications(
  { trx, publish }: Mutation,
  { to, spaceId }: { to: Id; spaceId: Id },
) {
  const asked = { kind: 'join_request', to } as const
  for (const memberId of await queries.deleteNotificationsOfSpace(trx, spaceId, asked))
    publish({ kind: 'unread-changed', memberId })
}

/** Others see a post than before, and with it what members were told of it: their counts change. */
export async function publishUnreadOfPost({ trx, publish }: Mutation, postId: Id) {
  for (const memberId of await queries.findUnreadOfPost(trx, postId))
    publish({ kind: 'unread-changed', memberId })
}

/**
 * Others see a member again, or no more: what they were told of them counts, or does not. With
 * `posts` that is so of the member's posts alone, and of who is no friend of theirs.
 */
export async function publishUnreadAbout(
  { trx, publish }: Mutation,
  memberId: Id,
  what: 'member' | 'posts',
) {
  const findUnread = what === 'member' ? queries.findUnreadAbout : queries.strangersWithUnread
  for (const told of await findUnread(trx, memberId))
    publish({ kind: 'unread-changed', memberId: told })
}

/**
 * Others wait to be let in by now, or nobody: what these members were told of it before is over.
 */
export async function deleteWaitingNotifications({ trx, publish }: Mutation, memberIds: Id[]) {
  for (const memberId of await queries.deleteNotificationsOfWaiting(trx, memberIds))
    publish({ kind: 'unread-changed', memberId })
}

/** Fewer wait than these members were told: so it says, read or not. */
export async function updateWaitingNotifications(
  { trx, publish }: Mutation,
  memberIds: Id[],
  waiting: number,
) {
  const params = JSON.stringify({ waiting })
  // Their open pages read the list anew with the count.
  for (const memberId of await queries.updateNotificationsOfWaiting(trx, memberIds, params))
    publish({ kind: 'unread-changed', memberId })
}

/**
 * A comment goes, while its row is still there. Where it was told with others as one piece of news,
 * they still are: one less, and it leads to the newest of them.
 */
export async function deleteCommentNotifications(
  mutation: Mutation,
  comment: commentQueries.GoneComment,
) {
  const { trx } = mutation
  for (const notification of await commentQueries.notificationsOfComment(trx, comment))
    await removeFromGroup(mutation, { id: comment.id, column: 'comment_id' }, notification, () =>
      commentQueries.groupedCommentIds(trx, comment, notification),
    )
}

/** A message goes, as a comment does. */
export async function deleteMessageNotifications(
  mutation: Mutation,
  message: messageQueries.GoneMessage,
) {
  const { trx } = mutation
  for (const notification of await messageQueries.notificationsOfMessage(trx, message))
    await removeFromGroup(mutation, { id: message.id, column: 'message_id' }, notification, () =>
      messageQueries.groupedMessageIds(trx, message, notification),
    )
}

/** `readGroup`: what is told as one, the newest first, with what goes. */
async function removeFromGroup(
  { trx, publish }: Mutation,
  { id: goneId, column }: { id: Id; column: 'comment_id' | 'message_id' },
  notification: queries.GroupedNotification,
  readGroup: () => Promise<Id[]>,
) {
  const update = (change: Pick<queries.GroupedNotification, 'count' | 'newest'>) =>
    queries.updateGroupedNotification(trx, { id: notification.id, column }, change)
  const isNewest = notification.newest === goneId
  const all = notification.count > 1 ? await readGroup() : []
  // What was not told stands between what was.
  if (!isNewest && !all.includes(goneId)) return
  const others = all.filter((id) => id !== goneId).slice(0, notification.count - 1)
  // What is counted and is no comment is the post itself, which mentions them still.
  const said = Math.max(1, all.length)
  const posts = notification.kind === 'mention' && notification.count > said ? 1 : 0
  const left = others.length + posts
  if (!isNewest) await update({ count: notification.count - 1, newest: notification.newest })
  else if (left === 0) await queries.deleteNotifications(trx, [notification.id])
  else await update({ count: left, newest: others[0] ?? null })
  if (notification.is_read === 0)
    publish({ kind: 'unread-changed', memberId: notification.user_id })
}

/** A space is opened once more: only the last time is worth telling. */
export async function deleteOpeningNotifications({ trx, publish }: Mutation, spaceId: Id) {
  const opened = { kind: 'space_opened' } as const
  for (const memberId of await queries.deleteNotificationsOfSpace(trx, spaceId, opened))
    publish({ kind: 'unread-changed', memberId })
}

export async function deleteSpaceNotifications({ trx, publish }: Mutation, spaceId: Id) {
  for (const memberId of await queries.deleteNotificationsOfSpace(trx, spaceId))
    publish({ kind: 'unread-changed', memberId })
}

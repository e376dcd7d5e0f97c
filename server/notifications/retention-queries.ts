import { type ExpressionWrapper, expressionBuilder, type Selectable } from 'kysely'
import { deletionOfSome } from '../platform/database/delete-some.ts'
import type { Id } from '../platform/ids.ts'
import type { NotificationsTable, Queryable, Schema } from '../schema.ts'
import { postsWithoutVisibilityCheck } from '../visibility/visible-queries.ts'
import type { NotificationKind } from './kinds.ts'

/** A notification of a comment or a message, perhaps of several told as one. */
export type GroupedNotification = Pick<
  Selectable<NotificationsTable>,
  'id' | 'user_id' | 'kind' | 'count' | 'params' | 'is_read'
> & {
  /** What it leads to. */
  newest: Id | null
}

interface RequestOf {
  to: Id
  senderId: Id
  kind: NotificationKind
  spaceId?: Id
}

export async function deleteRequestNotifications(trx: Queryable, request: RequestOf) {
  const { to, senderId, kind, spaceId } = request
  const rows = await trx
    .deleteFrom('notifications')
    .where('user_id', '=', to)
    .where('sender_id', '=', senderId)
    .where('kind', '=', kind)
    .$if(spaceId !== undefined, (query) => query.where('space_id', '=', spaceId ?? 0))
    .returning('is_read')
    .execute()
  return rows.some(({ is_read }) => is_read === 0)
}

/** So many of those a member sent or got: how many there were, and whose unread ones. */
export async function deleteSomeWith(trx: Queryable, memberId: Id, limit: number) {
  for (const column of ['sender_id', 'user_id'] as const) {
    const some = { key: ['id'], where: { [column]: memberId }, limit } as const
    const rows = await deletionOfSome(trx, 'notifications', some)
      .returning(['user_id', 'is_read'])
      .execute()
    const told = membersWithUnread(rows)
    told.delete(memberId)
    if (rows.length > 0) return { count: rows.length, membersWithUnread: told }
  }
  return { count: 0, membersWithUnread: new Set<Id>() }
}

/** Who has not read what they were told of a post. */
export async function findUnreadOfPost(trx: Queryable, postId: Id): Promise<Id[]> {
  const rows = await trx
    .selectFrom('notifications')
    .select('user_id')
    .distinct()
    .where('post_id', '=', postId)
    .where('is_read', '=', 0)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/**
 * An author's older posts are not asked for: what is unread there is counted anew at the next
 * visit.
 */
const POSTS_ASKED = 5_000

/** Which others have not read what a member did, or what they were told of the member's posts. */
export async function findUnreadAbout(trx: Queryable, memberId: Id): Promise<Id[]> {
  const rows = await unreadOfOthers(trx, memberId)
    .where('sender_id', '=', memberId)
    .union(unreadOfOthers(trx, memberId).where('post_id', 'in', newestPostsOf(trx, memberId)))
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Who is no friend of a member's and has not read what they were told of the member's posts. */
export async function strangersWithUnread(trx: Queryable, memberId: Id): Promise<Id[]> {
  const friends = trx.selectFrom('friendships').select('friend_id').where('user_id', '=', memberId)
  const rows = await unreadOfOthers(trx, memberId)
    .distinct()
    .where('post_id', 'in', newestPostsOf(trx, memberId))
    .where('user_id', 'not in', friends)
    .execute()
  return rows.map(({ user_id }) => user_id)
}

function unreadOfOthers(trx: Queryable, memberId: Id) {
  return trx
    .selectFrom('notifications')
    .select('user_id')
    .where('is_read', '=', 0)
    .where('user_id', '<>', memberId)
}

function newestPostsOf(trx: Queryable, authorId: Id) {
  return postsWithoutVisibilityCheck(trx)
    .select('posts.id')
    .where('posts.author_id', '=', authorId)
    .orderBy('posts.id', 'desc')
    .limit(POSTS_ASKED)
}

export async function deleteNotificationsOfWaiting(trx: Queryable, userIds: Id[]) {
  if (userIds.length === 0) return []
  const rows = await trx
    .deleteFrom('notifications')
    .where('user_id', 'in', userIds)
    .where('kind', '=', 'somebody_waits')
    .returning(['user_id', 'is_read'])
    .execute()
  return membersWithUnread(rows)
}

export async function updateNotificationsOfWaiting(trx: Queryable, userIds: Id[], params: string) {
  if (userIds.length === 0) return []
  const rows = await trx
    .updateTable('notifications')
    .set({ params })
    .where('user_id', 'in', userIds)
    .where('kind', '=', 'somebody_waits')
    .returning('user_id')
    .execute()
  return rows.map(({ user_id }) => user_id)
}

/** Of one kind, or all that lead to it. Whose unread ones were among them. */
export async function deleteNotificationsOfSpace(
  trx: Queryable,
  spaceId: Id,
  { kind, to }: { kind?: NotificationKind; to?: Id } = {},
) {
  const rows = await trx
    .deleteFrom('notifications')
    .where('space_id', '=', spaceId)
    .$if(kind !== undefined, (query) => query.where('kind', '=', kind ?? 'space_opened'))
    .$if(to !== undefined, (query) => query.where('user_id', '=', to ?? 0))
    .returning(['user_id', 'is_read'])
    .execute()
  return membersWithUnread(rows)
}

function membersWithUnread(rows: { user_id: Id; is_read: number }[]) {
  return new Set(rows.filter(({ is_read }) => is_read === 0).map(({ user_id }) => user_id))
}

/** What these members read already, of before the moment. */
export async function findReadBefore(
  db: Queryable,
  userIds: Id[],
  moment: number,
  limit: number,
): Promise<Id[]> {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', 'in', userIds)
    .where('is_read', '=', 1)
    .where('created_at', '<', moment)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

/** Read or not. */
export async function findBefore(db: Queryable, userIds: Id[], moment: number, limit: number) {
  if (userIds.length === 0) return []
  return db
    .selectFrom('notifications')
    .select(['id', 'user_id'])
    .where('user_id', 'in', userIds)
    .where('created_at', '<', moment)
    .limit(limit)
    .execute()
}

/** Those of the members who have more, each with the oldest notification that still counts. */
export async function membersWithMoreThan(db: Queryable, userIds: Id[], kept: number) {
  if (userIds.length === 0) return []
  const rows = await db
    .selectFrom('users')
    .select((eb) => [
      'users.id',
      nthNewest(eb.ref('users.id'), kept - 1).as('oldest_kept'),
      nthNewest(eb.ref('users.id'), kept).as('next'),
    ])
    .where('users.id', 'in', userIds)
    .execute()
  return rows.flatMap(({ id, oldest_kept, next }) =>
    oldest_kept !== null && next !== null ? [{ id, oldest_kept }] : [],
  )
}

function nthNewest(userId: ExpressionWrapper<Schema, 'users', Id>, n: number) {
  return expressionBuilder<Schema, 'users'>()
    .selectFrom('notifications')
    .select('notifications.id')
    .where('notifications.user_id', '=', userId)
    .orderBy('notifications.id', 'desc')
    .limit(1)
    .offset(n)
}

export async function findNotificationsBelow(
  db: Queryable,
  userId: Id,
  floor: Id,
  limit: number,
): Promise<Id[]> {
  const rows = await db
    .selectFrom('notifications')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '<', floor)
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteNotifications(db: Queryable, ids: Id[]) {
  await db.deleteFrom('notifications').where('id', 'in', ids).execute()
}

export async function updateGroupedNotification(
  trx: Queryable,
  { id, column }: { id: Id; column: 'comment_id' | 'message_id' },
  { count, newest }: Pick<GroupedNotification, 'count' | 'newest'>,
) {
  const leading = { [column]: newest }
  await trx
    .updateTable('notifications')
    .set({ count, ...leading })
    .where('id', '=', id)
    .execute()
}

import {
  type ExpressionBuilder,
  type OnConflictDatabase,
  type OnConflictTables,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely'
import { QUOTE_MAX } from '../../contract/notifications.ts'
import { prepared } from '../platform/database/prepared.ts'
import { type Id, LAST_ID } from '../platform/ids.ts'
import type { NotificationsTable, Queryable, Schema } from '../schema.ts'
import {
  visibleComments,
  visibleMessages,
  visibleNotifications,
  visiblePosts,
} from '../visibility/visible-queries.ts'
import { visibleTo } from '../visibility/visible-to.ts'
import type { NotificationKind } from './kinds.ts'

/**
 * An unread one of the same sender's comments on the same post, or of their replies or mentions
 * there, becomes this one, and counts on; so do their mentions and their replies in the same space.
 */
export async function upsertNotification(trx: Queryable, row: NewNotificationRow) {
  await (IN_SPACE.includes(row.kind) ? newInSpace : newNotification)(trx, row)
}

type NewNotificationRow = Omit<Selectable<NotificationsTable>, 'count'>

const newNotification = prepared((trx: Queryable, given: NewNotificationRow) =>
  insertion(trx, given).onConflict((c) =>
    c
      .columns(['user_id', 'sender_id', 'post_id', 'kind'])
      .where(sql<SqlBool>`kind in ('comment', 'reply', 'mention')`)
      .where('is_read', '=', sql.lit(0))
      .doUpdateSet(countedOn),
  ),
)

const IN_SPACE = ['space_mention', 'space_reply']

const newInSpace = prepared((trx: Queryable, given: NewNotificationRow) =>
  insertion(trx, given).onConflict((c) =>
    c
      .columns(['user_id', 'sender_id', 'space_id', 'kind'])
      .where(sql<SqlBool>`kind in ('space_mention', 'space_reply')`)
      .where('is_read', '=', sql.lit(0))
      .doUpdateSet(countedOn),
  ),
)

/**
 * Of what its reader may not see there is no row: counted on, it would take those they have along.
 */
function insertion(trx: Queryable, given: NewNotificationRow) {
  const row = trx.selectNoFrom([
    sql<Id>`cast(${given.user_id} as bigint)`.as('user_id'),
    sql<Id | null>`cast(${given.sender_id} as bigint)`.as('sender_id'),
    sql<Id | null>`cast(${given.post_id} as bigint)`.as('post_id'),
  ])
  const visible = trx
    .selectFrom(row.as('notifications'))
    .where(visibleTo(given.user_id).notification())
    .select([
      'notifications.user_id',
      'notifications.sender_id',
      'notifications.post_id',
      sql.val(given.id).as('id'),
      sql.val(given.kind).as('kind'),
      sql.val(given.params).as('params'),
      sql.val(given.comment_id).as('comment_id'),
      sql.val(given.message_id).as('message_id'),
      sql.val(given.space_id).as('space_id'),
      sql.val(given.is_read).as('is_read'),
      sql.val(given.created_at).as('created_at'),
    ])
  return trx.insertInto('notifications').columns(NEW_COLUMNS).expression(visible)
}

/** In the order in which they are selected. */
const NEW_COLUMNS = [
  'user_id',
  'sender_id',
  'post_id',
  'id',
  'kind',
  'params',
  'comment_id',
  'message_id',
  'space_id',
  'is_read',
  'created_at',
] as const

function countedOn(
  eb: ExpressionBuilder<
    OnConflictDatabase<Schema, 'notifications'>,
    OnConflictTables<'notifications'>
  >,
) {
  return {
    id: eb.ref('excluded.id'),
    comment_id: eb.ref('excluded.comment_id'),
    message_id: eb.ref('excluded.message_id'),
    created_at: eb.ref('excluded.created_at'),
    count: eb('notifications.count', '+', sql.lit(1)),
  }
}

function notificationsOf(db: Queryable, userId: Id) {
  return visibleNotifications(db, userId)
    .leftJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .select((eb) => [
      'notifications.id',
      'notifications.kind',
      'notifications.params',
      'notifications.count',
      'notifications.post_id',
      'notifications.comment_id',
      'notifications.message_id',
      'notifications.space_id',
      'notifications.is_read',
      'notifications.created_at',
      'sender.id as sender_id',
      'sender.username',
      'sender.user_number',
      'sender.photo_image_id',
      eb.fn
        .coalesce(quotedComment(db, userId), quotedMessage(db, userId), quotedPost(db, userId))
        .as('quote'),
    ])
}

/** More than is shown, since a mention may be shorter than the id that is kept for it. */
export const QUOTE_READ = 5 * QUOTE_MAX

/** A column: the words of the comment, while its reader may see it. */
function quotedComment(db: Queryable, userId: Id) {
  return visibleComments(db, userId)
    .select(sql<string>`substr(comments.text, 1, ${sql.lit(QUOTE_READ)})`.as('text'))
    .where('comments.id', '=', sql<Id>`notifications.comment_id`)
}

/** A column: the words of the message, while its reader may see it. */
function quotedMessage(db: Queryable, userId: Id) {
  return visibleMessages(db, userId, sql<Id>`notifications.space_id`)
    .select(sql<string>`substr(message.content, 1, ${sql.lit(QUOTE_READ)})`.as('text'))
    .where('message.id', '=', sql<Id>`notifications.message_id`)
    .where('message.is_deleted', '=', sql.lit(0))
}

/** A column: the words of the post that mentions its reader or is theirs again, while they see it. */
function quotedPost(db: Queryable, userId: Id) {
  return visiblePosts(db, userId)
    .select(sql<string>`substr(posts.text, 1, ${sql.lit(QUOTE_READ)})`.as('text'))
    .where('posts.id', '=', sql<Id>`notifications.post_id`)
    .where(
      sql<SqlBool>`notifications.kind in ('mention', 'given_back') and notifications.comment_id is null`,
    )
}

export type NotificationRow = NonNullable<Awaited<ReturnType<typeof findNotification>>>

export async function deleteOlderInvitations(
  trx: Queryable,
  { id, space_id }: { id: Id; space_id: Id | null },
  userId: Id,
) {
  await trx
    .deleteFrom('notifications')
    .where('user_id', '=', userId)
    .where('space_id', '=', space_id)
    .where('kind', '=', 'space_invited')
    .where('is_read', '=', 0)
    .where('id', '!=', id)
    .execute()
}

/** What a member was told of being invited to a space, read or not. */
export function invitationsTo(trx: Queryable, userId: Id, spaceId: Id) {
  return trx
    .selectFrom('notifications')
    .select(['id', 'params', 'is_read'])
    .where('user_id', '=', userId)
    .where('space_id', '=', spaceId)
    .where('kind', '=', 'space_invited')
    .execute()
}

export async function updateInvitation(trx: Queryable, id: Id, params: string) {
  await trx.updateTable('notifications').set({ params, is_read: 1 }).where('id', '=', id).execute()
}

export async function findNotification(db: Queryable, userId: Id, id: Id) {
  const [notification] = await oneNotification(db, { userId, id })
  return notification
}

const oneNotification = prepared((db: Queryable, given: { userId: Id; id: Id }) =>
  notificationsOf(db, given.userId).where('notifications.id', '=', given.id),
)

export function newestNotifications(db: Queryable, userId: Id, before: Id | null, limit: number) {
  return newest(db, { userId, before: before ?? LAST_ID, limit })
}

const newest = prepared((db: Queryable, given: { userId: Id; before: Id; limit: number }) =>
  notificationsOf(db, given.userId)
    .where('notifications.id', '<', given.before)
    .orderBy('notifications.id', 'desc')
    .limit(given.limit),
)

/** Asked by every member who is not on the stream, twice a minute. */
export async function countUnread(db: Queryable, userId: Id): Promise<number> {
  const [row] = await unreadCount(db, { userId })
  return Number(row?.count ?? 0)
}

const unreadCount = prepared((db: Queryable, given: { userId: Id }) =>
  visibleNotifications(db, given.userId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('is_read', '=', sql.lit(0)),
)

/** Of the kind and, where one is named, of the space. */
export async function hasUnread(
  db: Queryable,
  userId: Id,
  { kind, spaceId }: { kind: NotificationKind; spaceId?: Id },
) {
  const unread = visibleNotifications(db, userId)
    .select('notifications.id')
    .where('notifications.kind', '=', kind)
    .where('is_read', '=', sql.lit(0))
    .$if(spaceId !== undefined, (query) => query.where('notifications.space_id', '=', spaceId ?? 0))
  return (await unread.limit(1).executeTakeFirst()) !== undefined
}

/** False when it was read before, or is none of theirs. */
export async function markRead(trx: Queryable, userId: Id, id: Id): Promise<boolean> {
  const row = await setRead(trx, userId).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/**
 * All that the member sees now: what is hidden from them for a while is news when it comes back.
 * False when none was unread.
 */
export async function markAllRead(trx: Queryable, userId: Id): Promise<boolean> {
  const shown = visibleNotifications(trx, userId)
    .select('notifications.id')
    .where('is_read', '=', sql.lit(0))
  const rows = await setRead(trx, userId).where('id', 'in', shown).returning('id').execute()
  return rows.length > 0
}

/** False when none of what the member was told of the sender's request was unread. */
export async function markRequestRead(
  trx: Queryable,
  { to, senderId, kind }: { to: Id; senderId: Id; kind: NotificationKind },
): Promise<boolean> {
  const rows = await setRead(trx, to)
    .where('sender_id', '=', senderId)
    .where('kind', '=', kind)
    .returning('id')
    .execute()
  return rows.length > 0
}

function setRead(trx: Queryable, userId: Id) {
  return trx
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('user_id', '=', userId)
    .where('is_read', '=', sql.lit(0))
}

import { type Insertable, sql } from 'kysely'
import type { NotificationType } from '../../contract/notifications.ts'
import { prepared } from '../platform/database/prepared.ts'
import type { Id } from '../platform/ids.ts'
import type { NotificationsTable, Queryable } from '../schema.ts'

// The SQL of making and reading notifications. Every read and change begins from whose they are.

/** An unread one of the same sender's comments on the same post gives its place to this one. */
export async function enterNotification(trx: Queryable, row: Insertable<NotificationsTable>) {
  const { id, comment_id, created_at } = row
  await trx
    .insertInto('notifications')
    .values(row)
    .onConflict((c) =>
      c
        .columns(['user_id', 'sender_id', 'post_id'])
        .where('type', '=', sql.lit('comment'))
        .where('is_read', '=', sql.lit(0))
        .doUpdateSet({ id, comment_id, created_at }),
    )
    .execute()
}

function shown(db: Queryable, userId: Id) {
  return db
    .selectFrom('notifications')
    .leftJoin('users as sender', 'sender.id', 'notifications.sender_id')
    .select([
      'notifications.id',
      'notifications.type',
      'notifications.text',
      'notifications.post_id',
      'notifications.comment_id',
      'notifications.space_id',
      'notifications.is_read',
      'notifications.created_at',
      'sender.id as sender_id',
      'sender.username',
      'sender.user_number',
      'sender.photo_image_id',
    ])
    .where('notifications.user_id', '=', userId)
}

export type NotificationRow = NonNullable<Awaited<ReturnType<typeof findNotification>>>

/** One notification of this member's. */
export function findNotification(db: Queryable, userId: Id, id: string) {
  return shown(db, userId).where('notifications.id', '=', id).executeTakeFirst()
}

export function newestNotifications(
  db: Queryable,
  userId: Id,
  before: string | null,
  limit: number,
) {
  return shown(db, userId)
    .$if(before !== null, (query) => query.where('notifications.id', '<', before ?? ''))
    .orderBy('notifications.id', 'desc')
    .limit(limit)
    .execute()
}

/** Asked by every member who is not on the stream, twice a minute. */
export async function countUnread(db: Queryable, userId: Id): Promise<number> {
  const [row] = await unreadOf(db, { userId })
  return Number(row?.count ?? 0)
}

const unreadOf = prepared((db: Queryable, given: { userId: Id }) =>
  db
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', given.userId)
    .where('is_read', '=', sql.lit(0)),
)

/** False when it was read before, or is none of theirs. */
export async function markRead(trx: Queryable, userId: Id, id: string): Promise<boolean> {
  const row = await unread(trx, userId).where('id', '=', id).returning('id').executeTakeFirst()
  return row !== undefined
}

/** False when none was unread. */
export async function markAllRead(trx: Queryable, userId: Id): Promise<boolean> {
  return (await unread(trx, userId).returning('id').execute()).length > 0
}

function unread(trx: Queryable, userId: Id) {
  return trx
    .updateTable('notifications')
    .set({ is_read: 1 })
    .where('user_id', '=', userId)
    .where('is_read', '=', sql.lit(0))
}

/** False when none of what the member was told of the sender's asking was unread. */
export async function markAskingRead(
  trx: Queryable,
  asking: { to: string; senderId: Id; type: NotificationType },
) {
  const rows = await unread(trx, asking.to)
    .where('sender_id', '=', asking.senderId)
    .where('type', '=', asking.type)
    .returning('id')
    .execute()
  return rows.length > 0
}

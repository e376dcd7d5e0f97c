import { type Kysely, sql } from 'kysely'

// While somebody's comment on a post is unread, their next one takes its place: a key says so,
// since two that come at once do not see each other.

export async function up(db: Kysely<never>): Promise<void> {
  await sql`
    delete from notifications where type = 'comment' and is_read = 0 and exists (
      select 1 from notifications as newer
      where newer.user_id = notifications.user_id
        and newer.sender_id = notifications.sender_id
        and newer.post_id = notifications.post_id
        and newer.type = 'comment' and newer.is_read = 0 and newer.id > notifications.id
    )`.execute(db)
  await sql`
    create unique index notifications_unread_comment on notifications (user_id, sender_id, post_id)
    where type = 'comment' and is_read = 0`.execute(db)
}

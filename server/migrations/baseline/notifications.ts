import { sql } from 'kysely'
import type { Types } from './types.ts'

export function notificationTables({ id, timestamp, flag }: Types) {
  return [
    sql`create table notifications (
      id ${id} primary key,
      user_id ${id} not null references users (id) on delete cascade,
      kind text not null,
      params text not null,
      count integer not null default 1,
      sender_id ${id} references users (id) on delete cascade,
      post_id ${id} references posts (id) on delete cascade,
      comment_id ${id} references comments (id) on delete cascade,
      message_id ${id} references space_messages (id) on delete cascade,
      space_id ${id},
      is_read ${flag} not null,
      created_at ${timestamp} not null
    )`,
    sql`create index notifications_user on notifications (user_id, id)`,
    sql`create index notifications_unread on notifications (user_id) where is_read = 0`,
    // While somebody's comment on a post, reply or mention there is unread, their next one takes
    // its place: a key says so, since two that come at once do not see each other.
    sql`create unique index notifications_unread_comment
      on notifications (user_id, sender_id, post_id, kind)
      where kind in ('comment', 'reply', 'mention') and is_read = 0`,
    sql`create unique index notifications_unread_in_space
      on notifications (user_id, sender_id, space_id, kind)
      where kind in ('space_mention', 'space_reply') and is_read = 0`,
    sql`create index notifications_sender on notifications (sender_id)
      where sender_id is not null`,
    sql`create index notifications_post on notifications (post_id) where post_id is not null`,
    sql`create index notifications_comment on notifications (comment_id)
      where comment_id is not null`,
    sql`create index notifications_message on notifications (message_id)
      where message_id is not null`,
    sql`create index notifications_space on notifications (space_id) where space_id is not null`,
  ]
}

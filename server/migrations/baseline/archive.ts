import { sql } from 'kysely'
import type { Types } from './types.ts'

export function archiveTables({ id, uuid, timestamp }: Types) {
  return [
    // No foreign key: the files go first, when the account is there no longer.
    sql`create table archives (
      id ${id} primary key,
      user_id ${id} not null,
      requested_at ${timestamp} not null,
      made_at ${timestamp},
      bytes ${timestamp} not null default 0,
      file_id ${uuid},
      part_count integer not null default 0,
      held_until ${timestamp} not null default 0,
      tries integer not null default 0,
      problem text,
      delete_after ${timestamp}
    )`,
    sql`create index archives_user on archives (user_id, id)`,
    // Those that are being made, and those that end.
    sql`create index archives_making on archives (id) where delete_after is null`,
    sql`create index archives_end on archives (delete_after) where delete_after is not null`,
    // As with archives: the file goes first.
    sql`create table imports (
      id ${id} primary key,
      user_id ${id} not null,
      file_id ${uuid} not null,
      has_file integer not null default 1,
      part_count integer not null default 0,
      parts text not null default '[]',
      begun_at ${timestamp} not null,
      changed_at ${timestamp} not null,
      state text not null,
      bytes ${timestamp} not null,
      received ${timestamp} not null default 0,
      try_id ${uuid},
      held_until ${timestamp} not null default 0,
      tries integer not null default 0,
      from_server text,
      from_username text,
      friends text not null default '[]',
      posts integer,
      place integer not null default 0,
      posts_read integer not null default 0,
      images_not_read integer not null default 0,
      problem text,
      delete_after ${timestamp}
    )`,
    sql`create index imports_user on imports (user_id, id)`,
    sql`create index imports_unfinished on imports (id) where delete_after is null`,
    sql`create index imports_end on imports (delete_after) where delete_after is not null`,
  ]
}

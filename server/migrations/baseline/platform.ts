import { sql } from 'kysely'
import type { Types } from './types.ts'

export function platformTables({ id, uuid, timestamp, key, byKey }: Types) {
  return [
    sql`create table counters (
      name text constraint counters_key primary key,
      value integer not null
    )`,
    sql`create table community (
      key ${key} constraint community_key primary key,
      value text not null
    ) ${byKey}`,
    sql`create table server_state (
      name text constraint server_state_key primary key,
      value text not null
    )`,
    // An image's id stands in the address of its file, so it must not be one that can be guessed.
    sql`create table images (
      id ${uuid} primary key,
      owner_id ${id} not null,
      kind text not null,
      width integer not null,
      height integer not null,
      placeholder text not null,
      widths text not null,
      created_at ${timestamp} not null,
      delete_after ${timestamp}
    )`,
    sql`create index images_owner on images (owner_id)`,
    // For the sweep: what is shown somewhere is not in it.
    sql`create index images_delete_after on images (delete_after)
      where delete_after is not null`,
    sql`create table mail_outbox (
      id ${id} primary key,
      kind text not null,
      payload text not null,
      attempts integer not null,
      next_attempt_at ${timestamp} not null,
      created_at ${timestamp} not null,
      failure text,
      given_up_at ${timestamp}
    )`,
    sql`create index mail_outbox_next on mail_outbox (next_attempt_at) where given_up_at is null`,
    sql`create index mail_outbox_failed on mail_outbox (id) where failure is not null`,
  ]
}

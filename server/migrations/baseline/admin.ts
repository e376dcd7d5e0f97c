import { sql } from 'kysely'
import type { Types } from './types.ts'

export function adminTables({ id, uuid, key, timestamp }: Types) {
  return [
    // Of whom something was done to, only the member number is kept: a deleted account leaves
    // nothing else.
    sql`create table admin_acts (
      id ${id} primary key,
      admin_id ${id} references users (id) on delete set null,
      act text not null,
      member_number integer not null,
      reason text not null,
      created_at ${timestamp} not null,
      undone_at ${timestamp}
    )`,
    sql`create index admin_acts_admin on admin_acts (admin_id)`,
    // What acts took away, for as long as they can be undone. Neither the member nor the picture is
    // a foreign key: what is kept of a deleted member is finished, not only forgotten. Nor is the
    // space: one that an administrator removed may come back.
    sql`create table removals (
      act_id ${id} constraint removals_key primary key,
      space_id ${id},
      kind ${key} not null,
      thing_id ${id} not null,
      member_id ${id} not null,
      text text not null,
      image_id ${uuid},
      image_alt text not null,
      contents text not null,
      removed_at ${timestamp} not null
    )`,
    sql`create index removals_thing on removals (kind, thing_id)`,
    sql`create index removals_space on removals (space_id, removed_at)
      where space_id is not null`,
    sql`create index removals_member on removals (member_id)`,
    sql`create index removals_image on removals (image_id) where image_id is not null`,
    sql`create index removals_end on removals (removed_at)`,
  ]
}

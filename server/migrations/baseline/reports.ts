import { sql } from 'kysely'
import type { Types } from './types.ts'

export function reportTables({ id, uuid, timestamp, flag, key, byKey }: Types) {
  return [
    sql`create table reports (
      id ${id} primary key,
      reporter_id ${id} references users (id) on delete cascade,
      kind ${key} not null,
      thing_id ${id} not null,
      member_id ${id} not null references users (id) on delete cascade,
      space_id ${id},
      reason text not null,
      rule_id text,
      text text not null,
      created_at ${timestamp} not null,
      for_administrators_at ${timestamp} not null,
      administrators_told ${flag} not null default 0,
      closed_at ${timestamp},
      closing_act_id ${id}
    )`,
    // One open report for each person and thing, also when two come at once.
    sql`create unique index reports_open on reports (kind, thing_id, reporter_id)
      where closed_at is null`,
    // The queue, the longest waiting first.
    sql`create index reports_queue on reports (id) where closed_at is null`,
    sql`create index reports_space on reports (space_id, id)
      where closed_at is null and space_id is not null`,
    // For those that are kept no longer.
    sql`create index reports_closed on reports (closed_at) where closed_at is not null`,
    // For the log, and for who undoes what was decided.
    sql`create index reports_closing_act on reports (closing_act_id)
      where closing_act_id is not null`,
    sql`create index reports_reporter on reports (reporter_id)`,
    sql`create index reports_member on reports (member_id)`,
    sql`create table report_evidence (
      report_id ${id} not null references reports (id) on delete cascade,
      place integer not null,
      member_id ${id} not null references users (id) on delete cascade,
      text text not null,
      created_at ${timestamp} not null,
      constraint report_evidence_key primary key (report_id, place)
    ) ${byKey}`,
    sql`create index report_evidence_member on report_evidence (member_id)`,
    // The picture is no foreign key: the sweep of pictures asks what stands here.
    sql`create table report_images (
      report_id ${id} not null references reports (id) on delete cascade,
      place integer not null,
      image_id ${uuid} not null,
      alt text not null,
      constraint report_images_key primary key (report_id, place)
    ) ${byKey}`,
    sql`create index report_images_image on report_images (image_id)`,
    sql`create table appeals (
      user_id ${id} constraint appeals_key primary key references users (id) on delete cascade,
      text text not null,
      created_at ${timestamp} not null,
      answer text not null default ''
    )`,
  ]
}

/** For tests: a small schema and three migrations of it, of which the last can be made to fail. */
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export interface Tables {
  members: { id: number; name: string; city?: string }
  letters: { id: number; member_id: number }
}

export const first: Migration = {
  async up(db: Kysely<Tables>) {
    await sql`create table members (id integer primary key, name text not null)`.execute(db)
    await sql`create table letters (
      id integer primary key,
      member_id integer not null references members (id) on delete cascade
    )`.execute(db)
    await sql`insert into members (id, name) values (1, 'Ada'), (2, 'Ben')`.execute(db)
    await sql`insert into letters (id, member_id) values (10, 1), (20, 2)`.execute(db)
  },
}

export const second: Migration = {
  async up(db: Kysely<Tables>) {
    await sql`alter table members add column city text`.execute(db)
    await sql`create index members_city on members (city)`.execute(db)
    await sql`update members set city = 'Rome'`.execute(db)
  },
}

/** Stops in the middle as long as there is a `fault`. */
export const third: Migration & { fault: Error | null } = {
  fault: null,
  async up(db: Kysely<Tables>) {
    await sql`create table journeys (id integer primary key)`.execute(db)
    await sql`drop table letters`.execute(db)
    if (third.fault) throw third.fault
    await sql`create table letters (id integer primary key)`.execute(db)
  },
}

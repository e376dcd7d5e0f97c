import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { MigrationFailedError, migrate, migrationState } from './migrate.ts'
import { findSnapshot, removeOldSnapshots } from './migration-snapshot.ts'
import { bringUpToDate } from './open-database.ts'

interface Tables {
  members: { id: number; name: string; city?: string }
  letters: { id: number; member_id: number }
}

const first: Migration = {
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

const second: Migration = {
  async up(db: Kysely<Tables>) {
    await sql`alter table members add column city text`.execute(db)
    await sql`create index members_city on members (city)`.execute(db)
    await sql`update members set city = 'Rome'`.execute(db)
  },
}

/** Stops in the middle as long as `fault` is there. */
let fault: Error | null
const third: Migration = {
  async up(db: Kysely<Tables>) {
    await sql`create table journeys (id integer primary key)`.execute(db)
    await sql`drop table letters`.execute(db)
    if (fault) throw fault
    await sql`create table letters (id integer primary key)`.execute(db)
  },
}

let database: TestDatabase
let db: Kysely<Tables>
beforeEach(async () => {
  database = await openTestDatabase({ isMigrated: false })
  db = database.connect<Tables>()
  fault = null
})
afterEach(() => database.close())

const tables = async () => (await db.introspection.getTables()).map(({ name }) => name).toSorted()
const members = () => db.selectFrom('members').selectAll().orderBy('id').execute()
const letterCount = async () => (await db.selectFrom('letters').select('id').execute()).length

describe('migrations', () => {
  it('are made in their order, once', async () => {
    expect(await migrate(db, { '0001-first': first })).toEqual(['0001-first'])
    const both = { '0001-first': first, '0002-second': second }
    expect(await migrate(db, both)).toEqual(['0002-second'])
    expect(await migrate(db, both)).toEqual([])
    expect(await members()).toMatchObject([{ city: 'Rome' }, { city: 'Rome' }])
  })

  it('leave nothing of those that were to be made when one of them fails in the middle', async () => {
    await migrate(db, { '0001-first': first })
    const before = await tables()
    const all = { '0001-first': first, '0002-second': second, '0003-third': third }
    fault = new Error('The plug is out.')
    const failure = await migrate(db, all).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(MigrationFailedError)
    expect(String(failure)).toMatch(/"0003-third" failed and was undone \(The plug is out\.\)/)
    expect(await tables()).toEqual(before)
    expect(await members()).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Ben' },
    ])
    expect(await letterCount()).toBe(2)
    expect((await migrationState(db, all)).pending).toEqual(['0002-second', '0003-third'])

    fault = null
    expect(await migrate(db, all)).toEqual(['0002-second', '0003-third'])
    expect(await tables()).toEqual(['journeys', 'letters', 'members'])
  })

  it('begin an empty database again when the very first fails', async () => {
    fault = new Error('The plug is out.')
    const all = { '0001-first': first, '0002-third': third }
    await expect(migrate(db, all)).rejects.toThrow(MigrationFailedError)
    expect(await tables()).toEqual([])
    fault = null
    expect(await migrate(db, all)).toEqual(['0001-first', '0002-third'])
  })

  it('are made by one of two that come together', async () => {
    const other = database.connect<Tables>()
    const all = { '0001-first': first, '0002-second': second }
    const made = await Promise.all([migrate(db, all), migrate(other, all)])
    expect(made.flat().toSorted()).toEqual(['0001-first', '0002-second'])
    expect(await letterCount()).toBe(2)
  })
})

describe('a table that is rebuilt', () => {
  const rebuilt = (where: string): Migration => ({
    async up(db: Kysely<Tables>) {
      await sql`create table members_new (id integer primary key, name text)`.execute(db)
      await sql`insert into members_new select id, name from members ${sql.raw(where)}`.execute(db)
      await sql`drop table members`.execute(db)
      await sql`alter table members_new rename to members`.execute(db)
    },
  })
  // PostgreSQL refuses to drop what is referred to, and need not: it changes tables in place.
  const isEmbedded = () => database.databaseUrl === null

  it('keeps what refers to it, and the references', async ({ skip }) => {
    skip(!isEmbedded())
    await migrate(db, { '0001-first': first })
    await migrate(db, { '0001-first': first, '0002-rebuilt': rebuilt('') })
    expect(await letterCount()).toBe(2)
    const orphan = db.insertInto('letters').values({ id: 30, member_id: 3 }).execute()
    await expect(orphan).rejects.toThrow(/FOREIGN KEY/)
    await db.deleteFrom('members').where('id', '=', 1).execute()
    expect(await letterCount()).toBe(1)
  })

  it('is undone when it loses what is referred to', async ({ skip }) => {
    skip(!isEmbedded())
    await migrate(db, { '0001-first': first })
    const all = { '0001-first': first, '0002-rebuilt': rebuilt('where id = 1') }
    await expect(migrate(db, all)).rejects.toThrow(/rows speak of what is not there any more/)
    expect(await members()).toHaveLength(2)
    expect(await letterCount()).toBe(2)
  })
})

describe('the copy that is kept of an embedded database', () => {
  const all = { '0001-first': first, '0002-second': second }
  const place = () => ({ databaseUrl: database.databaseUrl, dataDir: database.dataDir })
  const update = (migrations: Record<string, Migration>) => bringUpToDate(db, place(), migrations)
  const kept = async () =>
    (await readdir(database.dataDir)).filter((name) => name.startsWith('snug.db.'))
  beforeEach(({ skip }) => skip(database.databaseUrl !== null))

  it('is of the moment before the update, for this user alone', async () => {
    await update({ '0001-first': first })
    expect(await kept()).toEqual([])
    await update(all)
    expect(await kept()).toEqual(['snug.db.before-0002-second'])
    const snapshot = await findSnapshot(database.dataDir)
    if (!snapshot) throw new Error('There is no snapshot.')
    expect(snapshot.migration).toBe('0002-second')
    expect((await stat(snapshot.path)).mode & 0o777).toBe(0o600)
    using copy = new DatabaseSync(snapshot.path, { readOnly: true })
    expect(copy.prepare('select * from members').all()).toEqual([
      { id: 1, name: 'Ada' },
      { id: 2, name: 'Ben' },
    ])
    expect(copy.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  })

  it('is the newest one, made again where an update failed', async () => {
    await update({ '0001-first': first })
    fault = new Error('The plug is out.')
    const further = { ...all, '0003-third': third }
    await expect(update(further)).rejects.toThrow('The plug is out.')
    expect(await kept()).toEqual(['snug.db.before-0002-second'])
    await db.insertInto('members').values({ id: 3, name: 'Cleo' }).execute()
    await update(all)
    const count = async () => {
      using copy = new DatabaseSync((await findSnapshot(database.dataDir))?.path ?? '')
      return copy.prepare('select count(*) as count from members').get()?.count
    }
    expect(await count()).toBe(3)
    fault = null
    await update(further)
    expect(await kept()).toEqual(['snug.db.before-0003-third'])
  })

  it('goes after a week', async () => {
    await update({ '0001-first': first })
    await update(all)
    await removeOldSnapshots(database.dataDir)
    expect(await kept()).toEqual(['snug.db.before-0002-second'])
    await writeFile(join(database.dataDir, 'snug.db.unfinished-snapshot'), 'Half of it')
    const lastWeek = new Date(Date.now() - 8 * 24 * 60 * 60_000)
    await utimes((await findSnapshot(database.dataDir))?.path ?? '', lastWeek, lastWeek)
    await removeOldSnapshots(database.dataDir)
    expect(await kept()).toEqual([])
    expect(await findSnapshot(database.dataDir)).toBeNull()
  })
})

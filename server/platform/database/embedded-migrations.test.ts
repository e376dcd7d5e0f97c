import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../../contract/durations.ts'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import { migrate } from './migrate.ts'
import { bringUpToDate } from './open-database.ts'
import { findSnapshot, removeOldSnapshots } from './snapshot.ts'
import { first, second, type Tables, third } from './test-migrations.ts'

// What is of the embedded database alone: PostgreSQL refuses to drop a table that is referred to
// and changes it in place, and its copies are its operator's.

let database: TestDatabase
let db: Kysely<Tables>
beforeEach(async () => {
  database = await openTestDatabase({ isMigrated: false })
  db = database.connect<Tables>()
  third.fault = null
})
afterEach(() => database.close())

const members = () => db.selectFrom('members').selectAll().orderBy('id').execute()
const letterCount = async () => (await db.selectFrom('letters').select('id').execute()).length

describe('a table that is rebuilt', () => {
  const rebuilt = (where: string): Migration => ({
    async up(db: Kysely<Tables>) {
      await sql`create table members_new (id integer primary key, name text)`.execute(db)
      await sql`insert into members_new select id, name from members ${sql.raw(where)}`.execute(db)
      await sql`drop table members`.execute(db)
      await sql`alter table members_new rename to members`.execute(db)
    },
  })

  it('keeps what refers to it, and the references', async () => {
    await migrate(db, { '0001-first': first })
    await migrate(db, { '0001-first': first, '0002-rebuilt': rebuilt('') })
    expect(await letterCount()).toBe(2)
    const orphan = db.insertInto('letters').values({ id: 30, member_id: 3 }).execute()
    await expect(orphan).rejects.toThrow(/FOREIGN KEY/)
    await db.deleteFrom('members').where('id', '=', 1).execute()
    expect(await letterCount()).toBe(1)
  })

  it('is undone when it loses what is referred to', async () => {
    await migrate(db, { '0001-first': first })
    const all = { '0001-first': first, '0002-rebuilt': rebuilt('where id = 1') }
    await expect(migrate(db, all)).rejects.toThrow(/rows speak of what is not there any more/)
    expect(await members()).toHaveLength(2)
    expect(await letterCount()).toBe(2)
  })
})

it('names the columns of a kept statement as they are now', async () => {
  await migrate(db, { '0001-first': first })
  const all = () => sql<object>`select * from members order by id`.execute(db)
  const [before] = (await all()).rows
  await sql`alter table members rename column name to title`.execute(db)
  const [after] = (await all()).rows
  expect(Object.keys(before ?? {})).toContain('name')
  expect(Object.keys(after ?? {})).toEqual(
    Object.keys(before ?? {}).map((name) => (name === 'name' ? 'title' : name)),
  )
})

describe('the copy that is kept of an embedded database', () => {
  const all = { '0001-first': first, '0002-second': second }
  const place = () => ({ databaseUrl: database.databaseUrl, dataDir: database.dataDir })
  const said: string[] = []
  beforeEach(() => said.splice(0))
  const update = (migrations: Record<string, Migration>) =>
    bringUpToDate(db, place(), { migrations, warn: (line) => said.push(line) })
  const kept = async () =>
    (await readdir(database.dataDir)).filter((name) => name.startsWith('snug.db.'))

  it('is of the moment before the update, for this user alone', async () => {
    await update({ '0001-first': first })
    expect(await kept()).toEqual([])
    expect(said).toEqual([])
    await update(all)
    const file = join(database.dataDir, 'snug.db.before-0002-second')
    expect(said).toEqual([
      `This version changes the database: 0002-second. There is no way back from 0002-second for the version of before but the copy of before, which is kept for a week as ${file}, or a backup from before.`,
    ])
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
    third.fault = new Error('The plug is out.')
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
    third.fault = null
    await update(further)
    expect(await kept()).toEqual(['snug.db.before-0003-third'])
  })

  it('goes after a week', async () => {
    const noBackup = async () => false
    await update({ '0001-first': first })
    await update(all)
    await removeOldSnapshots(database.dataDir, noBackup)
    expect(await kept()).toEqual(['snug.db.before-0002-second'])
    await writeFile(join(database.dataDir, 'snug.db.unfinished-snapshot'), 'Half of it')
    const lastWeek = new Date(Date.now() - 8 * DAY_MS)
    await utimes((await findSnapshot(database.dataDir))?.path ?? '', lastWeek, lastWeek)
    await removeOldSnapshots(database.dataDir, noBackup)
    expect(await kept()).toEqual([])
    expect(await findSnapshot(database.dataDir)).toBeNull()
  })
})

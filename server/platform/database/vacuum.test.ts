import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'
import { sqliteDialect } from './sqlite/sqlite-dialect.ts'
import { reclaimSpace } from './vacuum.ts'

const WORD = 'marzipan'

let dataDir: string
let file: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snug-reclaim-'))
  file = join(dataDir, 'snug.db')
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

interface Notes {
  notes: { id: number; text: string }
}
const open = () => new Kysely<Notes>({ dialect: sqliteDialect(file) })
const notes = Array.from({ length: 5_000 }, (_, id) => ({ id, text: `${WORD} ${id} `.repeat(40) }))

async function countWord(): Promise<number> {
  const files = [file, `${file}-wal`].map((path) => readFile(path, 'latin1').catch(() => ''))
  return (await Promise.all(files)).join('').split(WORD).length - 1
}

async function write(db: Kysely<Notes>) {
  await db.schema
    .createTable('notes')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('text', 'text')
    .execute()
  for (let from = 0; from < notes.length; from += 500)
    await db
      .insertInto('notes')
      .values(notes.slice(from, from + 500))
      .execute()
}

it('what is deleted is overwritten, and its room given back', async () => {
  const db = open()
  await write(db)
  await reclaimSpace(db)
  const { size } = await stat(file)
  expect(await countWord()).toBeGreaterThan(notes.length)
  await db.deleteFrom('notes').execute()
  await reclaimSpace(db)
  expect(await countWord()).toBe(0)
  expect((await stat(file)).size).toBeLessThan(size / 2)
  expect((await stat(`${file}-wal`)).size).toBe(0)
  await db.destroy()
})

it('the planner learns how much there is of everything', async () => {
  const db = open()
  await write(db)
  await db.schema.createIndex('notes_text').on('notes').column('text').execute()
  await reclaimSpace(db)
  await db.destroy()
  using database = new DatabaseSync(file)
  const known = database.prepare("select stat from sqlite_stat1 where tbl = 'notes'").get()
  expect(String(known?.stat)).toMatch(/^\d{4} /)
})

it('a file in which deleted rows were only let go of is written anew at the start', async () => {
  const before = new DatabaseSync(file)
  before.exec('pragma secure_delete = off; create table notes (id integer primary key, text text)')
  const insert = before.prepare('insert into notes values (?, ?)')
  for (const { id, text } of notes.slice(0, 500)) insert.run(id, text)
  before.exec('delete from notes where id > 0')
  before.close()
  expect(await countWord()).toBeGreaterThan(1_000)

  const log = { warn: () => {} }
  const db = await openDatabase<Notes>({ databaseUrl: null, dataDir }, {}, { log })
  expect(await countWord()).toBe(40)
  expect(await db.selectFrom('notes').select('id').execute()).toEqual([{ id: 0 }])
  await db.deleteFrom('notes').execute()
  await reclaimSpace(db)
  expect(await countWord()).toBe(0)
  await db.destroy()
})

import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDatabase, type TestDatabase } from '../../../tests/database.ts'
import {
  type ChangeNumber,
  type ReadSet,
  recordReads,
  type TableOrColumn,
  writeTrackerOf,
} from './write-tracker.ts'

interface Notes {
  folders: { id: number; name: string; color: string }
  notes: { id: number; folder_id: number; text: string }
  tags: { name: string }
}

let database: TestDatabase
let db: Kysely<Notes>
beforeEach(async () => {
  database = await openTestDatabase({ isMigrated: false })
  db = database.connect<Notes>()
  await sql`create table folders (id integer primary key, name text, color text)`.execute(db)
  await sql`create table notes (id integer primary key, text text,
    folder_id integer references folders (id) on delete cascade)`.execute(db)
  await sql`create table tags (name text)`.execute(db)
  await db.insertInto('folders').values({ id: 1, name: 'one', color: 'red' }).execute()
  await db.insertInto('notes').values({ id: 1, folder_id: 1, text: 'first' }).execute()
})
afterEach(() => database.close())

interface Read<Result> {
  result: Result
  since: ChangeNumber
  set: ReadSet
}

async function read<Result>(work: () => Promise<Result>): Promise<Read<Result>> {
  const changes = writeTrackerOf(db)
  await changes.refresh()
  const since = changes.now
  const parts = new Set<TableOrColumn>()
  const result = await recordReads(parts, work)
  const set = changes.readSet(parts)
  if (!set) throw new Error('Nothing was read.')
  return { result, since, set }
}

async function holds({ since, set }: Read<unknown>): Promise<boolean> {
  await writeTrackerOf(db).refresh()
  return writeTrackerOf(db).isUnchanged(since, set)
}

/** On PostgreSQL any commit ends it, also one of another test in a database beside. */
async function readWhatHolds<Result>(work: () => Promise<Result>): Promise<Read<Result>> {
  let found = await read(work)
  const holdsNow = async () => {
    found = await read(work)
    return holds(found)
  }
  await expect.poll(holdsNow).toBe(true)
  return found
}

const textsOf = (from: Kysely<Notes>) => from.selectFrom('notes').select('text').execute()
const addTag = (to: Kysely<Notes>) => to.insertInto('tags').values({ name: 'new' }).execute()
const addNote = (to: Kysely<Notes>) =>
  to.insertInto('notes').values({ id: 2, folder_id: 1, text: 'second' }).execute()

const isEmbedded = () => database.databaseUrl === null

describe('what was read holds', () => {
  it('while nothing is written', async () => {
    await readWhatHolds(async () => {
      const texts = await textsOf(db)
      await textsOf(db)
      return texts
    })
  })

  it('until a row is added, changed or removed', async () => {
    const { id: _id, ...text } = { id: 1, text: 'changed' }
    for (const write of [
      () => addNote(db),
      () => db.updateTable('notes').set(text).where('id', '=', 2).execute(),
      () => db.deleteFrom('notes').where('id', '=', 2).execute(),
      () => sql`update notes set text = 'raw'`.execute(db),
      () => db.insertInto('notes').values({ id: 3, folder_id: 1, text: 'third' }).execute(),
      () => db.transaction().execute((trx) => trx.deleteFrom('notes').execute()),
    ]) {
      const texts = await readWhatHolds(() => textsOf(db))
      await write()
      expect(await holds(texts)).toBe(false)
    }
  })

  it('until a foreign key removes its rows', async () => {
    const texts = await read(() => textsOf(db))
    await db.deleteFrom('folders').execute()
    expect(await holds(texts)).toBe(false)
  })

  it('until another process writes, whatever it is', async () => {
    const texts = await read(() => textsOf(db))
    await addTag(database.connect<Notes>())
    expect(await holds(texts)).toBe(false)
  })

  it('until the tables change', async () => {
    const texts = await read(() => textsOf(db))
    await sql`alter table notes add column length integer`.execute(db)
    expect(await holds(texts)).toBe(false)
  })

  it('not beyond the end of a transaction that was under way', async () => {
    const begun = Promise.withResolvers<void>()
    const isRead = Promise.withResolvers<void>()
    const written = db.transaction().execute(async (trx) => {
      await addNote(trx)
      begun.resolve()
      await isRead.promise
    })
    await begun.promise
    const texts = await read(() => textsOf(db))
    expect(texts.result).toHaveLength(1)
    isRead.resolve()
    await written
    expect(await holds(texts)).toBe(false)
  })

  it('not when it was read beside a commit', async () => {
    const texts = await read(async () => {
      const before = await textsOf(db)
      await addNote(db)
      return before
    })
    expect(await holds(texts)).toBe(false)
  })
})

describe('on the embedded database, what was read holds', () => {
  it('although something else was written', async () => {
    if (!isEmbedded()) return
    const names = await read(() => db.selectFrom('folders').select('name').execute())
    await addTag(db)
    await addNote(db)
    await db.updateTable('folders').set({ color: 'blue' }).execute()
    expect(await holds(names)).toBe(true)
    await db.updateTable('folders').set({ name: 'other' }).execute()
    expect(await holds(names)).toBe(false)
  })

  it('until anything that a nested query asked about is written', async () => {
    if (!isEmbedded()) return
    const empty = await read(() =>
      db
        .selectFrom('folders')
        .select('name')
        .where((eb) => eb.not(eb.exists(eb.selectFrom('tags').select(sql.lit(1).as('one')))))
        .execute(),
    )
    await addTag(db)
    expect(await holds(empty)).toBe(false)
  })
})

it('keeps nothing that was read from nothing', async () => {
  const parts = new Set<TableOrColumn>()
  await recordReads(parts, async () => 'no statement')
  expect(writeTrackerOf(db).readSet(parts)).toBeUndefined()
})

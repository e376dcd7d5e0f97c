import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addNote,
  addTag,
  type Notes,
  openTrackedDatabase,
  type Read,
  type TrackedDatabase,
} from './test-tracked-database.ts'
import { recordReads, type TableOrColumn, writeTrackerOf } from './write-tracker.ts'

let database: TrackedDatabase
let db: Kysely<Notes>
const read: TrackedDatabase['read'] = (work) => database.read(work)
const holds: TrackedDatabase['holds'] = (found) => database.holds(found)
beforeEach(async () => {
  database = await openTrackedDatabase()
  db = database.db
})
afterEach(() => database.close())

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
    await addTag(database.connect())
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

it('keeps nothing that was read from nothing', async () => {
  const parts = new Set<TableOrColumn>()
  await recordReads(parts, async () => 'no statement')
  expect(writeTrackerOf(db).readSet(parts)).toBeUndefined()
})

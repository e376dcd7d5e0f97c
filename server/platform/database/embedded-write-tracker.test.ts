import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  addNote,
  addTag,
  type Notes,
  openTrackedDatabase,
  type TrackedDatabase,
} from './test-tracked-database.ts'

// Only the embedded database knows which tables and columns were written: on PostgreSQL any commit
// ends what was read.

let database: TrackedDatabase
let db: Kysely<Notes>
const read: TrackedDatabase['read'] = (work) => database.read(work)
const holds: TrackedDatabase['holds'] = (found) => database.holds(found)
beforeEach(async () => {
  database = await openTrackedDatabase()
  db = database.db
})
afterEach(() => database.close())

describe('what was read holds', () => {
  it('although something else was written', async () => {
    const names = await read(() => db.selectFrom('folders').select('name').execute())
    await addTag(db)
    await addNote(db)
    await db.updateTable('folders').set({ color: 'blue' }).execute()
    expect(await holds(names)).toBe(true)
    await db.updateTable('folders').set({ name: 'other' }).execute()
    expect(await holds(names)).toBe(false)
  })

  it('until anything that a nested query asked about is written', async () => {
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

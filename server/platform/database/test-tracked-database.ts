import { type Kysely, sql } from 'kysely'
import { openTestDatabase } from '../../../tests/database.ts'
import {
  type ChangeNumber,
  type ReadSet,
  recordReads,
  type TableOrColumn,
  writeTrackerOf,
} from './write-tracker.ts'

export interface Notes {
  folders: { id: number; name: string; color: string }
  notes: { id: number; folder_id: number; text: string }
  tags: { name: string }
}

export interface Read<Result> {
  result: Result
  since: ChangeNumber
  set: ReadSet
}

export type TrackedDatabase = Awaited<ReturnType<typeof openTrackedDatabase>>

/** A database with a note in a folder, of which is known what was read and whether it holds. */
export async function openTrackedDatabase() {
  const database = await openTestDatabase({ isMigrated: false })
  const db = database.connect<Notes>()
  await sql`create table folders (id integer primary key, name text, color text)`.execute(db)
  await sql`create table notes (id integer primary key, text text,
    folder_id integer references folders (id) on delete cascade)`.execute(db)
  await sql`create table tags (name text)`.execute(db)
  await db.insertInto('folders').values({ id: 1, name: 'one', color: 'red' }).execute()
  await db.insertInto('notes').values({ id: 1, folder_id: 1, text: 'first' }).execute()
  return {
    db,
    /** A second connection, as another process has it. */
    connect: () => database.connect<Notes>(),
    close: () => database.close(),
    async read<Result>(work: () => Promise<Result>): Promise<Read<Result>> {
      const changes = writeTrackerOf(db)
      await changes.refresh()
      const since = changes.now
      const parts = new Set<TableOrColumn>()
      const result = await recordReads(parts, work)
      const set = changes.readSet(parts)
      if (!set) throw new Error('Nothing was read.')
      return { result, since, set }
    },
    async holds({ since, set }: Read<unknown>): Promise<boolean> {
      await writeTrackerOf(db).refresh()
      return writeTrackerOf(db).isUnchanged(since, set)
    },
  }
}

export const addTag = (to: Kysely<Notes>) => to.insertInto('tags').values({ name: 'new' }).execute()
export const addNote = (to: Kysely<Notes>) =>
  to.insertInto('notes').values({ id: 2, folder_id: 1, text: 'second' }).execute()

import { type Kysely, sql } from 'kysely'
import type { TestServer } from './test-server.ts'

// All that a server keeps, to be compared and put back: for tests that something changed nothing.

/** The rows of every table. */
export type Kept = Map<string, object[]>

export async function readAll({ services }: TestServer): Promise<Kept> {
  const tables = (await services.db.introspection.getTables()).map(({ name }) => name)
  const db = anyOf(services.db)
  const rows = tables.map((table) => db.selectFrom(table).selectAll().execute())
  const all = await Promise.all(rows)
  return new Map(tables.map((table, index) => [table, all[index] ?? []]))
}

/** The tables whose rows are not the same in both, in whatever order they come. */
export function differences(before: Kept, after: Kept): string[] {
  return [...before.keys()].filter((table) => digest(before, table) !== digest(after, table))
}

/** Makes these tables what they were, whatever refers to them. */
export async function putBack(server: TestServer, before: Kept, tables: string[]) {
  await withoutReferences(server, async (trx) => {
    for (const table of tables) {
      await trx.deleteFrom(table).execute()
      const rows = before.get(table) ?? []
      if (rows.length > 0) await trx.insertInto(table).values(rows).execute()
    }
  })
}

// biome-ignore lint/suspicious/noExplicitAny: the tables are known by name only
type AnyDatabase = Kysely<any>

function anyOf(db: TestServer['services']['db']): AnyDatabase {
  return db as unknown as AnyDatabase
}

async function withoutReferences(
  { services, database }: TestServer,
  work: (trx: AnyDatabase) => Promise<void>,
) {
  const db = anyOf(services.db)
  const isEmbedded = database.databaseUrl === null
  if (isEmbedded) await sql`pragma foreign_keys = off`.execute(db)
  await db.transaction().execute(async (trx) => {
    if (!isEmbedded) await sql`set local session_replication_role = replica`.execute(trx)
    await work(trx)
  })
  if (isEmbedded) await sql`pragma foreign_keys = on`.execute(db)
}

function digest(kept: Kept, table: string): string {
  const rows = kept.get(table) ?? []
  return rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n')
}

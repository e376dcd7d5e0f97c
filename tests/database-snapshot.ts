import { type Kysely, sql } from 'kysely'
import { prepared } from '../server/platform/database/prepared.ts'
import type { TestServer } from './test-server.ts'

// All that a server keeps, to be compared and put back: for tests that something changed nothing.

/** What every table holds, whole and in short. */
export interface Kept {
  rows: Map<string, object[]>
  digests: Digests
}

/** By table, the same for the same rows, in whatever order they come. */
export type Digests = Map<string, string>

/** Reads every table, to be put back from it. */
export async function readAll(server: TestServer): Promise<Kept> {
  return { rows: await rowsOfAll(server), digests: await digestAll(server) }
}

export async function digestAll(server: TestServer): Promise<Digests> {
  if (server.database.databaseUrl === null) return digestFile(server)
  const digest = digesters.get(server) ?? (await prepareDigest(server))
  const rows = await digest(anyOf(server.services.db), {})
  return new Map(rows.map(({ name, digest }) => [name, digest]))
}

type Digester = (db: AnyDatabase, values: object) => Promise<{ name: string; digest: string }[]>

const digesters = new WeakMap<TestServer, Digester>()

/**
 * One statement on PostgreSQL, built and planned once: a matrix asks it before and after each call,
 * and to plan it for so many tables takes longer than to answer it.
 */
async function prepareDigest(server: TestServer): Promise<Digester> {
  const each = (await tablesOf(server)).map(
    (table) => sql<{ name: string; digest: string }>`select ${sql.lit(table)} as name,
      md5(coalesce(string_agg(one::text, ' ' order by one::text), '')) as digest
      from ${sql.table(table)} as one`,
  )
  const all = sql<{ name: string; digest: string }>`${sql.join(each, sql` union all `)}`
  const digest: Digester = prepared((db: AnyDatabase) => ({ compile: () => all.compile(db) }))
  digesters.set(server, digest)
  return digest
}

/**
 * Of an embedded database, at the commit of that version: it is read again only once there is
 * another.
 */
interface Digested {
  db: AnyDatabase
  version?: unknown
  digests: Digests
}

const digested = new WeakMap<TestServer, Digested>()

async function digestFile(server: TestServer): Promise<Digests> {
  const last: Digested = digested.get(server) ?? {
    db: server.database.connect(),
    digests: new Map(),
  }
  const { rows } = await sql<{ data_version: number }>`pragma data_version`.execute(last.db)
  const version = rows[0]?.data_version
  if (version === last.version) return last.digests
  const all = await rowsOfAll(server)
  const digests = new Map([...all].map(([table, rows]) => [table, digest(rows)]))
  digested.set(server, { ...last, version, digests })
  return digests
}

/** The tables whose rows are not the same in both. */
export function differences(before: Digests, after: Digests): string[] {
  return [...before.keys()].filter((table) => before.get(table) !== after.get(table))
}

/** Kept by triggers, which in an embedded database count what is put back, too. */
const COUNTS = 'row_counts'

/** Makes these tables what they were, whatever refers to them. */
export async function putBack(server: TestServer, before: Kept, tables: string[]) {
  if (tables.length === 0) return
  await withoutReferences(server, async (trx) => {
    for (const table of [...tables.filter((name) => name !== COUNTS), COUNTS]) {
      await trx.deleteFrom(table).execute()
      const rows = before.rows.get(table) ?? []
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

const tables = new WeakMap<TestServer, string[]>()

async function tablesOf(server: TestServer): Promise<string[]> {
  const known = tables.get(server)
  if (known) return known
  const found = (await server.services.db.introspection.getTables()).map(({ name }) => name)
  tables.set(server, found)
  return found
}

async function rowsOfAll(server: TestServer): Promise<Map<string, object[]>> {
  const db = anyOf(server.services.db)
  const names = await tablesOf(server)
  const all = await Promise.all(names.map((table) => db.selectFrom(table).selectAll().execute()))
  return new Map(names.map((table, index) => [table, all[index] ?? []]))
}

function digest(rows: object[]): string {
  return rows
    .map((row) => JSON.stringify(row))
    .toSorted()
    .join('\n')
}

/** Until what goes on after an answer is done: on a slow machine a deletion does. */
export async function jobsSettled({ services }: TestServer): Promise<void> {
  const { accountJobs, postJobs, spaceJobs, importJobs } = services
  for (const each of [accountJobs, postJobs, spaceJobs, importJobs]) await each.settled()
}

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely } from 'kysely'
import { Client, Pool } from 'pg'
import { migrations } from '../server/migrations/all.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { postgresDialect } from '../server/platform/database/postgres/postgres-dialect.ts'
import { sqliteDialect } from '../server/platform/database/sqlite/sqlite-dialect.ts'

// A database of its own for each test: a file, or, where SNUG_TEST_DATABASE names a PostgreSQL, a
// database there. It is a copy of one that is migrated already, since migrating takes far longer.
// On PostgreSQL a copy, too, takes far longer than emptying one that a test before has left.

const server = process.env.SNUG_TEST_DATABASE || null
/** One at a time: the copies and the removals wait for each other anyway. */
const admin =
  server === null ? null : new Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
let made = 0
/** Where a pooler stands before it, its address: what is tested goes through it. */
const pooler = process.env.SNUG_TEST_POOLER || null

export interface TestDatabase {
  /** As the settings name it; null: `snug.db` in the data folder. */
  databaseUrl: string | null
  dataDir: string
  /** Another connection to it, as another process has it; closed with the database. */
  connect<Schema>(): Kysely<Schema>
  /** Removes the database and the data folder. */
  close(): Promise<void>
}

export async function openTestDatabase({ isMigrated = true } = {}): Promise<TestDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'snug-test-'))
  const file = join(dataDir, 'snug.db')
  const ownUrl = admin ? await copyOnServer(admin, isMigrated) : null
  const databaseUrl = ownUrl === null ? null : throughPooler(ownUrl)
  if (!admin && isMigrated) await writeFile(file, await migratedFile(), { mode: 0o600 })
  const connections: { destroy(): Promise<void> }[] = []
  let isClosed = false
  return {
    databaseUrl,
    dataDir,
    connect<Schema>() {
      const db = new Kysely<Schema>({ dialect: dialectOf(databaseUrl, file) })
      connections.push(db)
      return db
    },
    async close() {
      // Left twice, it would be given to two at once.
      if (isClosed) return
      isClosed = true
      for (const connection of connections) await connection.destroy()
      if (admin && ownUrl !== null) await leaveOnServer(admin, ownUrl, isMigrated)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function throughPooler(url: string): string {
  if (pooler === null) return url
  const pooled = new URL(pooler)
  pooled.pathname = nameIn(url)
  return pooled.href
}

function dialectOf(databaseUrl: string | null, file: string) {
  return databaseUrl === null ? sqliteDialect(file) : postgresDialect({ url: databaseUrl })
}

const REUSED_BELOW_BYTES = 24 * 1024 * 1024

/** Migrated databases that no test uses now. */
const idle: string[] = []

async function copyOnServer(pool: Pool, isMigrated: boolean): Promise<string> {
  if (!isMigrated) return makeOnServer(pool, 'template0')
  const template = await migratedTemplate(pool)
  // Emptied as late as can be: a server that ends may still have something to say.
  for (let url = idle.pop(); url !== undefined; url = idle.pop()) {
    if (await isEmptied(url, template)) return url
    await dropOnServer(pool, url)
  }
  return makeOnServer(pool, template.name)
}

async function makeOnServer(pool: Pool, template: string): Promise<string> {
  made += 1
  const name = `snug_${process.pid}_${made}`
  await pool.query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server ?? '')
  url.pathname = name
  return url.href
}

async function leaveOnServer(pool: Pool, url: string, isMigrated: boolean): Promise<void> {
  if (isMigrated) idle.push(url)
  else await dropOnServer(pool, url)
}

async function dropOnServer(pool: Pool, url: string): Promise<void> {
  await emptying.get(url)?.end()
  emptying.delete(url)
  await pool.query(`drop database if exists ${nameIn(url)} with (force)`)
}

interface Template {
  name: string
  schema: string
  rows: TableRows[]
}
type TableRows = { table: string; rows: unknown }

let template: Promise<Template> | undefined
function migratedTemplate(pool: Pool): Promise<Template> {
  template ??= (async () => {
    const url = await makeOnServer(pool, 'template0')
    await migrateOnce(new Kysely({ dialect: postgresDialect({ url }) }))
    return onServer(url, async (client) => ({
      name: nameIn(url),
      schema: await schemaOf(client),
      rows: await rowsOf(client),
    }))
  })()
  return template
}

/** By database, the session that empties it: to open one takes longer than what it does. */
const emptying = new Map<string, Pool>()

function sessionOf(url: string): Pool {
  const known = emptying.get(url)
  if (known) return known
  const session = new Pool({
    ...{ connectionString: url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true },
    // Rows that others point to go first or last alike.
    options: '-c session_replication_role=replica',
  })
  // A test ended all sessions: the next use opens another.
  session.on('error', () => {})
  emptying.set(url, session)
  return session
}

/** Whether the database is again what its template is; not where its schema was changed. */
async function isEmptied(url: string, { schema, rows }: Template): Promise<boolean> {
  const session = sessionOf(url)
  await endOtherSessions(session)
  if ((await schemaOf(session)) !== schema || (await isLarge(session))) return false
  const written = await tablesOf(session, WRITTEN)
  await session.query(written.map((table) => `delete from ${table}`).join(';'))
  for (const { table, rows: initial } of rows) {
    const records = `json_populate_recordset(null::${table}, $1)`
    await session.query(`insert into ${table} select * from ${records}`, [initial])
  }
  return true
}

const END_OTHER_SESSIONS = `
  select pg_terminate_backend(pid) from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid()`
const ENDED_WITHIN_MS = 10_000

/**
 * Mostly they are ending already. PostgreSQL itself would look for that ten times a second only.
 */
async function endOtherSessions(session: Asked): Promise<void> {
  const deadline = Date.now() + ENDED_WITHIN_MS
  while (Date.now() < deadline) {
    const { rowCount } = await session.query(END_OTHER_SESSIONS)
    if (rowCount === 0) return
    await pause(2)
  }
}

type Asked = Pick<Client, 'query'>

/** The same as long as no transaction changed a table, a column, an index or a constraint. */
async function schemaOf(client: Asked): Promise<string> {
  const parts = ['pg_class', 'pg_attribute', 'pg_constraint'].map(
    (catalog) => `select count(*), sum(xmin::text::bigint) from ${catalog}`,
  )
  const { rows } = await client.query(parts.join(' union all '))
  return JSON.stringify(rows)
}

/** Emptied, its tables would still be as long, and slow to read. */
async function isLarge(client: Asked): Promise<boolean> {
  const { rows } = await client.query(
    `select pg_database_size(current_database()) > ${REUSED_BELOW_BYTES} as is_large`,
  )
  return rows[0].is_large
}

/** A table that never had a row is a file without a byte. */
const WRITTEN = 'pg_relation_size(oid) > 0'

async function tablesOf(client: Asked, condition = 'true'): Promise<string[]> {
  const { rows } = await client.query(`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and ${condition}`)
  return rows.map(({ name }) => name)
}

async function rowsOf(client: Asked): Promise<TableRows[]> {
  const found: TableRows[] = []
  for (const table of await tablesOf(client)) {
    const { rows } = await client.query(`select json_agg(one)::text as rows from ${table} as one`)
    if (rows[0].rows !== null) found.push({ table, rows: rows[0].rows })
  }
  return found
}

async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

function nameIn(url: string): string {
  return new URL(url).pathname.slice(1)
}

let file: Promise<Buffer> | undefined
function migratedFile(): Promise<Buffer> {
  file ??= (async () => {
    const folder = await mkdtemp(join(tmpdir(), 'snug-template-'))
    const path = join(folder, 'snug.db')
    await migrateOnce(new Kysely({ dialect: sqliteDialect(path) }))
    const bytes = await readFile(path)
    await rm(folder, { recursive: true })
    return bytes
  })()
  return file
}

async function migrateOnce(db: Kysely<unknown>) {
  await migrate(db, migrations)
  await db.destroy()
}

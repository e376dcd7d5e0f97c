import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely } from 'kysely'
import { Pool } from 'pg'
import { migrations } from '../server/migrations/all.ts'
import { migrate } from '../server/platform/database/migrate.ts'
import { postgresDialect } from '../server/platform/database/postgres-dialect.ts'
import { sqliteDialect } from '../server/platform/database/sqlite-dialect.ts'

// A database of its own for each test: a file, or, where SNUG_TEST_DATABASE names a PostgreSQL, a
// database there. It is a copy of one that is migrated already, since migrating takes far longer.

const server = process.env.SNUG_TEST_DATABASE || null
/** One at a time: the copies and the removals wait for each other anyway. */
const admin =
  server === null ? null : new Pool({ connectionString: server, max: 1, allowExitOnIdle: true })
let made = 0

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
  const databaseUrl = admin ? await copyOnServer(admin, isMigrated) : null
  if (!admin && isMigrated) await copyFile(await migratedFile(), file)
  const connections: { destroy(): Promise<void> }[] = []
  return {
    databaseUrl,
    dataDir,
    connect<Schema>() {
      const db = new Kysely<Schema>({ dialect: dialectOf(databaseUrl, file) })
      connections.push(db)
      return db
    },
    async close() {
      for (const connection of connections) await connection.destroy()
      if (databaseUrl !== null)
        await admin?.query(
          `drop database if exists ${new URL(databaseUrl).pathname.slice(1)} with (force)`,
        )
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

function dialectOf(databaseUrl: string | null, file: string) {
  return databaseUrl === null ? sqliteDialect(file) : postgresDialect({ url: databaseUrl })
}

async function copyOnServer(pool: Pool, isMigrated: boolean): Promise<string> {
  const template = isMigrated ? await migratedTemplate(pool) : 'template0'
  made += 1
  return makeOnServer(pool, `snug_${process.pid}_${made}`, template)
}

async function makeOnServer(pool: Pool, name: string, template: string): Promise<string> {
  await pool.query(`create database ${name} template ${template} strategy file_copy`)
  const url = new URL(server ?? '')
  url.pathname = name
  return url.href
}

let template: Promise<string> | undefined
function migratedTemplate(pool: Pool): Promise<string> {
  template ??= (async () => {
    const name = `snug_${process.pid}_template`
    const url = await makeOnServer(pool, name, 'template0')
    await migrateOnce(new Kysely({ dialect: postgresDialect({ url }) }))
    return name
  })()
  return template
}

let file: Promise<string> | undefined
function migratedFile(): Promise<string> {
  file ??= (async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'snug-template-')), 'snug.db')
    await migrateOnce(new Kysely({ dialect: sqliteDialect(path) }))
    return path
  })()
  return file
}

async function migrateOnce(db: Kysely<unknown>) {
  await migrate(db, migrations)
  await db.destroy()
}

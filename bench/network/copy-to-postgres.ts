import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Kysely } from 'kysely'
import { Client } from 'pg'
import { migrations } from '../../server/migrations/all.ts'
import { migrate } from '../../server/platform/database/migrate.ts'
import { postgresDialect } from '../../server/platform/database/postgres/postgres-dialect.ts'
import type { Schema } from '../../server/schema.ts'

// Copies a network from the embedded database to PostgreSQL, so that both answer about the same.

const ROWS_AT_ONCE = 5_000

/** Makes a migrated database of this name with the rows of the data folder; returns its address. */
export async function copyToPostgres(
  dataDir: string,
  server: string,
  name: string,
): Promise<string> {
  await withClient(server, (client) => client.query(`create database ${name}`))
  const url = new URL(server)
  url.pathname = name
  const migrated = new Kysely<Schema>({ dialect: postgresDialect({ url: url.href }) })
  await migrate(migrated, migrations)
  await migrated.destroy()
  const from = new DatabaseSync(join(dataDir, 'snug.db'), { readOnly: true })
  await withClient(url.href, async (to) => {
    // Rows come table by table; what they refer to may come later.
    await to.query('set session_replication_role = replica; set synchronous_commit = off')
    for (const table of tablesOf(from)) await copyTable(from, to, table)
    await to.query('vacuum analyze')
    await to.query('checkpoint')
  })
  from.close()
  return url.href
}

/** Copies a database of the server as it is; nobody may be connected to it. */
export async function cloneOnPostgres(server: string, from: string, to: string): Promise<string> {
  await withClient(server, (client) => client.query(`create database ${to} template ${from}`))
  const url = new URL(server)
  url.pathname = to
  return url.href
}

/**
 * The tables of the product: what the migrations know of themselves is there already. What a server
 * knows of its secret stays behind: with one secret, two servers would hear each other over Redis.
 */
function tablesOf(db: DatabaseSync): string[] {
  const rows = db
    .prepare(
      `select name from sqlite_master where type = 'table'
       and name not like 'sqlite_%' and name not like 'kysely_%' and name <> 'server_state'`,
    )
    .all()
  return rows.map(({ name }) => String(name))
}

async function copyTable(from: DatabaseSync, to: Client, table: string) {
  const insert = `insert into ${table} select * from json_populate_recordset(null::${table}, $1)`
  const send = (rows: unknown[]) => to.query(insert, [JSON.stringify(rows)])
  let rows: unknown[] = []
  for (const row of from.prepare(`select * from ${table}`).iterate()) {
    if (rows.push(row) < ROWS_AT_ONCE) continue
    await send(rows)
    rows = []
  }
  if (rows.length > 0) await send(rows)
}

async function withClient(url: string, work: (client: Client) => Promise<unknown>) {
  const client = new Client(url)
  await client.connect()
  await work(client).finally(() => client.end())
}

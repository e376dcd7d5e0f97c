import { dirname } from 'node:path'
import { Client } from 'pg'
import { RESTORE_MARK } from '../../server/platform/database/postgres/postgres-requirements.ts'
import { BackupError, DUMP } from './manifest.ts'
import { requireProgram, runProgram } from './postgres-tools.ts'
import { type DatabaseCopy, differingCounts, type SnapshotImage } from './snapshot.ts'

// A community that lives in PostgreSQL, as it is at one moment: pg_dump reads in the same snapshot
// in which the rows are counted and the pictures are listed.

/** Writes the database to a file. Throws BackupError. */
export async function dumpPostgres(url: string, file: string): Promise<DatabaseCopy> {
  return inDatabase(url, async (client) => {
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const snapshot = (await client.query('select pg_export_snapshot() as id')).rows[0].id
    const rows = await rowCounts(client)
    const migrations = await client.query('select name from kysely_migration order by name')
    const shown = await client.query(
      'select id, kind, widths from images where delete_after is null order by id',
    )
    await runProgram({
      program: 'pg_dump',
      serverVersion: await versionOf(client),
      url,
      args: ['--format=custom', `--snapshot=${snapshot}`, `--file=${file}`],
      folder: dirname(file),
    })
    return {
      ...{ path: DUMP, file, rows },
      migrations: migrations.rows.map(({ name }) => String(name)),
      images: () => shown.rows as SnapshotImage[],
      [Symbol.dispose]() {},
    }
  })
}

/** Throws BackupError where the database could not be written to a file. */
export async function requireDumpable(url: string): Promise<void> {
  await inDatabase(url, async (client) => requireProgram('pg_dump', await versionOf(client), url))
}

/** In bytes; what is dumped is compressed, so this is more than enough. */
export function postgresSize(url: string): Promise<number> {
  return inDatabase(url, async (client) => {
    const { rows } = await client.query('select pg_database_size(current_database()) as bytes')
    return Number(rows[0].bytes)
  })
}

/**
 * Fills an empty database from a file, wholly or not at all. No server serves it before `endFilling`:
 * sessions that were ended since are alive in it.
 */
export async function fillPostgres(url: string, file: string) {
  await requireEmptyPostgres(url)
  await inDatabase(url, async (client) => {
    await client.query(`create table if not exists ${RESTORE_MARK} ()`)
    try {
      await runProgram({
        program: 'pg_restore',
        serverVersion: await versionOf(client),
        url,
        args: ['--no-owner', '--no-privileges', '--exit-on-error', '--single-transaction', file],
        folder: dirname(file),
      })
    } catch (error) {
      // What counts is why it was not filled; one that is marked and empty is filled as well.
      await dropMark(client).catch(() => {})
      throw error
    }
  })
}

/** Takes away what holds a server back from it. */
export async function endFilling(url: string) {
  await inDatabase(url, dropMark)
}

async function dropMark(client: Client) {
  await client.query(`drop table if exists ${RESTORE_MARK}`)
}

/** Throws BackupError where another number of rows is there. */
export async function requireRows(url: string, expected: Record<string, number>) {
  const differing = differingCounts(expected, await inDatabase(url, rowCounts))
  if (differing.length > 0)
    throw new BackupError(`Not every row came back: ${differing.join(', ')}.`)
}

/** Throws BackupError: what is there would be mixed with what comes. */
export async function requireEmptyPostgres(url: string): Promise<void> {
  const tables = await inDatabase(url, tablesIn)
  if (tables.length > 0)
    throw new BackupError(
      'The database of DATABASE_URL is not empty. Make an empty one, and set DATABASE_URL to it.',
    )
}

async function rowCounts(client: Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const table of await tablesIn(client)) {
    const { rows } = await client.query(
      `select count(*) as count from ${client.escapeIdentifier(table)}`,
    )
    counts[table] = Number(rows[0].count)
  }
  return counts
}

async function tablesIn(client: Client): Promise<string[]> {
  const { rows } = await client.query(
    `select table_name as name from information_schema.tables
    where table_schema = current_schema() and table_type = 'BASE TABLE' and table_name <> $1
    order by 1`,
    [RESTORE_MARK],
  )
  return rows.map(({ name }) => String(name))
}

async function versionOf(client: Client): Promise<number> {
  const { rows } = await client.query("select current_setting('server_version_num') as version")
  return Math.floor(Number(rows[0].version) / 10_000)
}

async function inDatabase<Result>(
  url: string,
  work: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

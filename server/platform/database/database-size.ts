import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable-sql.ts'
import { embeddedBytes } from './sqlite/database-file.ts'

/** How much room the data takes: PostgreSQL's, or the embedded file's with its log. */
export async function databaseBytes<Schema>(db: Kysely<Schema>, dataDir: string): Promise<number> {
  return isPostgres(db) ? postgresBytes(db) : embeddedBytes(dataDir)
}

async function postgresBytes<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

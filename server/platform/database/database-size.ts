import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { isPostgres } from './portable-sql.ts'

/** How much room the data takes: PostgreSQL's, or the embedded file's with its log. */
export async function databaseBytes<Schema>(db: Kysely<Schema>, dataDir: string): Promise<number> {
  if (isPostgres(db)) return postgresBytes(db)
  const sizes = ['snug.db', 'snug.db-wal'].map(async (name) => {
    const file = await stat(join(dataDir, name)).catch(() => null)
    return file?.size ?? 0
  })
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)
}

async function postgresBytes<Schema>(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select pg_database_size(current_database()) as bytes`.execute(db)
  return rows[0]?.bytes ?? 0
}

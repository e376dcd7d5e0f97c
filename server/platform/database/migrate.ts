import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'

/**
 * Brings the database to the newest migration, in the order of their names. Safe to call from
 * several processes at once: one migrates, the others wait. Returns the names of those that were
 * made now. Throws when a migration fails.
 */
export async function migrate<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/** Which migrations a database lacks, and which it has seen that this version does not know. */
export async function migrationState<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
): Promise<{ pending: string[]; unknown: string[] }> {
  const made = await migrationsMade(db)
  const known = Object.keys(migrations)
  return {
    pending: known.filter((name) => !made.includes(name)),
    unknown: made.filter((name) => !known.includes(name)),
  }
}

async function migrationsMade<S>(db: Kysely<S>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
  return rows.map(({ name }) => name)
}

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

/** Which version made the database, where it is one that this version cannot follow. */
type ForeignVersion = 'newer' | 'prerelease'

export const FOREIGN_VERSIONS: Record<ForeignVersion, string> = {
  newer: 'The database was used by a newer version of Snug. Update Snug first.',
  prerelease:
    'The database was made by Snug before its first release and cannot be brought up to date. Begin with an empty one.',
}

/** Which migrations a database lacks, and whether it has seen some that this version does not know. */
export async function migrationState<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
): Promise<{ pending: string[]; foreign: ForeignVersion | null }> {
  const made = await migrationsMade(db)
  const known = Object.keys(migrations)
  return {
    pending: known.filter((name) => !made.includes(name)),
    foreign: foreignVersion(made, known),
  }
}

/** The same by the names of the migrations that were made and of those that are known. */
export function foreignVersion(made: string[], known: string[]): ForeignVersion | null {
  if (made.every((name) => known.includes(name))) return null
  // A newer version has made all that this one knows before any of its own.
  return made.some((name) => known.includes(name)) ? 'newer' : 'prerelease'
}

async function migrationsMade<S>(db: Kysely<S>): Promise<string[]> {
  const tables = await db.introspection.getTables({ withInternalKyselyTables: true })
  if (!tables.some(({ name }) => name === DEFAULT_MIGRATION_TABLE)) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
  return rows.map(({ name }) => name)
}

import { type Kysely, sql } from 'kysely'
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration'
import { databaseFailure, MigrationFailedError } from './failures.ts'
import { isPostgres } from './portable-sql.ts'

/**
 * Brings the database to the newest migration, in the order of their names, with all of them or
 * none, however the process ends. Safe to call from several processes at once: one migrates, the
 * others wait. Returns the names of those that were made now. Throws MigrationFailedError, or what
 * the database failed with where it is full or away.
 */
export async function migrate<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  const { pending } = await migrationState(db, migrations)
  if (pending.length === 0) return []
  return isPostgres(db) ? run(db, migrations) : migrateEmbedded(db, migrations)
}

/**
 * With the references on, to rebuild a table (the only way to change most of one on SQLite) would
 * delete all that refers to it. They cannot be switched inside of a transaction, so they are
 * checked at its end.
 */
async function migrateEmbedded<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
): Promise<string[]> {
  await sql`pragma foreign_keys = off`.execute(db)
  try {
    return await db.transaction().execute(async (trx) => {
      // Those from before are no reason to stay with the version from before.
      const before = await countOrphans(trx)
      const made = await run(trx, migrations)
      if ((await countOrphans(trx)) > before)
        throw new MigrationFailedError(made.join(', '), 'rows speak of what is not there any more')
      return made
    })
  } finally {
    await sql`pragma foreign_keys = on`.execute(db)
  }
}

async function countOrphans<S>(trx: Kysely<S>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pragma_foreign_key_check`.execute(trx)
  return rows[0]?.count ?? 0
}

async function run<S>(db: Kysely<S>, migrations: Record<string, Migration>): Promise<string[]> {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error, results = [] } = await migrator.migrateToLatest()
  const failed = results.find(({ status }) => status === 'Error')
  const failure = error && databaseFailure(error)
  if (failed && (failure === null || failure === 'unreadable'))
    throw new MigrationFailedError(failed.migrationName, error)
  if (error) throw error
  return results.map(({ migrationName }) => migrationName)
}

/**
 * Whether the version of before can go on serving a database in which this was made: its name ends
 * so, and it only adds what that version neither reads nor has to fill.
 */
export function isAdditive(migration: string): boolean {
  return migration.endsWith(ADDITIVE)
}

const ADDITIVE = '.additive'

/** Which version made the database, where it is one that this version cannot follow. */
export type ForeignVersion = 'newer' | 'prerelease'

export const FOREIGN_VERSIONS: Record<ForeignVersion, string> = {
  newer: 'The database was used by a newer version of Snug. Update Snug first.',
  prerelease:
    'The database was made by Snug before its first release and cannot be brought up to date. Begin with an empty one.',
}

/**
 * Which migrations a database has and lacks, and whether it has seen some that are not known here.
 */
export async function migrationState<S>(
  db: Kysely<S>,
  migrations: Record<string, Migration>,
): Promise<{ made: string[]; pending: string[]; foreign: ForeignVersion | null }> {
  const made = await migrationsMade(db)
  const known = Object.keys(migrations)
  return {
    made,
    pending: known.filter((name) => !made.includes(name)),
    foreign: foreignVersion(made, known),
  }
}

/** The same by the names of the migrations that were made and of those that are known. */
export function foreignVersion(made: string[], known: string[]): ForeignVersion | null {
  const unknown = made.filter((name) => !known.includes(name))
  if (unknown.length === 0) return null
  if (unknown.length === made.length) return 'prerelease'
  // A newer version has made all that this one knows before any of its own.
  const isWhole = known.every((name) => made.includes(name))
  return isWhole && unknown.every(isAdditive) ? null : 'newer'
}

async function migrationsMade<S>(db: Kysely<S>): Promise<string[]> {
  if (!(await isMigrationTableThere(db))) return []
  const table = sql.table(DEFAULT_MIGRATION_TABLE)
  const { rows } = await sql<{ name: string }>`select name from ${table}`.execute(db)
  return rows.map(({ name }) => name)
}

/**
 * Kysely would list every column of every table, which takes PostgreSQL longer than all else of a
 * start.
 */
async function isMigrationTableThere<S>(db: Kysely<S>): Promise<boolean> {
  const { rows } = isPostgres(db)
    ? await sql`select where to_regclass(${DEFAULT_MIGRATION_TABLE}) is not null`.execute(db)
    : await sql`select 1 from sqlite_master
        where type = 'table' and name = ${DEFAULT_MIGRATION_TABLE}`.execute(db)
  return rows.length > 0
}

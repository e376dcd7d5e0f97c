import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/**
 * Brings the database to the newest migration, in the order of their names. Safe to call from
 * several processes at once: one migrates, the others wait. Throws when a migration fails.
 */
export async function migrate<S>(db: Kysely<S>, migrations: Record<string, Migration>) {
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) throw error
}

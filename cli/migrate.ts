import type { Config } from '../server/config.ts'
import { migrations } from '../server/migrations/all.ts'
import { FOREIGN_VERSIONS, migrate, migrationState } from '../server/platform/database/migrate.ts'
import { isMoveUnderWay } from '../server/platform/database/move/mark.ts'
import { connect, HALF_MOVED } from '../server/platform/database/open-database.ts'
import { refuseUnfitServer } from '../server/platform/database/postgres-fitness.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'
import { requireCommunity } from './with-services.ts'

/** Brings the database up to date and says what that took. A start of the server does the same. */
export async function migrateDatabase(config: Config, terminal: Terminal) {
  requireCommunity(config)
  const log = { warn: (_: object, message: string) => terminal.warn(message) }
  const db = connect<unknown>(config, log, { isPatient: true })
  try {
    if (config.databaseUrl !== null) {
      await refuseUnfitServer(db)
      if (await isMoveUnderWay(db)) throw new CommandError(HALF_MOVED)
    }
    const { foreign } = await migrationState(db, migrations)
    if (foreign) throw new CommandError(FOREIGN_VERSIONS[foreign])
    const made = await migrate(db, migrations)
    for (const name of made) terminal.print(`${name} is done.`)
    if (made.length === 0) terminal.print('The database is up to date.')
  } finally {
    await db.destroy()
  }
}

import { migrations } from '../migrations/all.ts'
import { migrate, migrationState } from '../platform/database/migrate.ts'
import { isMoveUnderWay } from '../platform/database/move/mark.ts'
import { connect, HALF_MOVED } from '../platform/database/open-database.ts'
import { refuseUnfitServer } from '../platform/database/postgres-fitness.ts'
import type { Settings } from '../settings.ts'
import { CommandError } from './command-error.ts'
import { requireCommunity } from './opened.ts'
import type { Terminal } from './terminal.ts'

/** Brings the database up to date and says what that took. A start of the server does the same. */
export async function bringUpToDate(settings: Settings, terminal: Terminal) {
  requireCommunity(settings)
  const log = { warn: (_: object, message: string) => terminal.warn(message) }
  const db = connect<unknown>(settings, log, { isPatient: true })
  try {
    if (settings.databaseUrl !== null) {
      await refuseUnfitServer(db)
      if (await isMoveUnderWay(db)) throw new CommandError(HALF_MOVED)
    }
    const { unknown } = await migrationState(db, migrations)
    if (unknown.length > 0)
      throw new CommandError('The database was used by a newer version of Snug. Update Snug first.')
    const made = await migrate(db, migrations)
    for (const name of made) terminal.say(`${name} is done.`)
    if (made.length === 0) terminal.say('The database is up to date.')
  } finally {
    await db.destroy()
  }
}

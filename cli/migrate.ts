import type { Config } from '../server/config.ts'
import { migrations } from '../server/migrations/all.ts'
import { holdDataFolder } from '../server/platform/data-folder.ts'
import { isAdditive } from '../server/platform/database/migrate.ts'
import { bringUpToDate, connect, followed } from '../server/platform/database/open-database.ts'
import {
  refuseUnfitServer,
  unfinishedProblem,
} from '../server/platform/database/postgres/postgres-requirements.ts'
import { updateAhead } from '../server/platform/database/version-rollback.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'
import { requireCommunity } from './with-services.ts'

export async function migrateDatabase(config: Config, terminal: Terminal) {
  requireCommunity(config)
  // A server must not find its tables changed under it. Those on PostgreSQL wait for each other.
  const release = config.databaseUrl === null ? holdDataFolder(config.dataDir) : null
  const log = { warn: (_: object, message: string) => terminal.warn(message) }
  const db = connect<unknown>(config, log, { isPatient: true })
  try {
    if (config.databaseUrl !== null) {
      await refuseUnfitServer(db)
      const unfinished = await unfinishedProblem(db)
      if (unfinished !== null) throw new CommandError(unfinished)
    }
    const warn = (line: string) => terminal.print(line)
    const made = await bringUpToDate(db, config, { migrations, warn })
    for (const name of made) terminal.print(`${name} is done.`)
    terminal.say(made.length === 0 ? 'The database is up to date.' : null, { made })
  } finally {
    await db.destroy()
    release?.()
  }
}

/**
 * Says what an update would do, and whether there is a way back. Changes nothing; a server may
 * serve.
 */
export async function announceMigrations(config: Config, terminal: Terminal) {
  requireCommunity(config)
  const db = connect<unknown>(config, { warn() {} })
  try {
    const { made, pending } = await followed(db, config, migrations)
    const ahead = updateAhead({ made, pending }, config)
    const first = pending.length > 0 ? 'The database is empty: a start makes its tables.' : null
    terminal.say(ahead ?? first ?? 'The database is up to date: there is a way back.', {
      pending,
      oneWay: pending.filter((name) => !isAdditive(name)),
    })
  } finally {
    await db.destroy()
  }
}

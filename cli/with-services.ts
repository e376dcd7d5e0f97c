import { existsSync } from 'node:fs'
import type { Config } from '../server/config.ts'
import { migrations } from '../server/migrations/all.ts'
import { openServices } from '../server/open-services.ts'
import { systemClock } from '../server/platform/clock.ts'
import { connect, followed } from '../server/platform/database/open-database.ts'
import { databaseFile } from '../server/platform/database/sqlite/database-file.ts'
import { createSafeFetch } from '../server/platform/safe-fetch/safe-fetch.ts'
import type { Schema } from '../server/schema.ts'
import type { Services } from '../server/services.ts'
import { CommandError } from './command-error.ts'
import type { Terminal } from './terminal.ts'
import { terminalLog } from './terminal-log.ts'

/** Works on the community's data beside a server that serves it, which sends queued mail. */
export async function withServices(
  config: Config,
  terminal: Terminal,
  work: (services: Services) => Promise<void>,
): Promise<void> {
  requireCommunity(config)
  await requireUpToDate(config)
  const { services, closeServices } = await openServices(config, {
    clock: systemClock,
    log: terminalLog(terminal),
    mailTransport: { send: async () => {}, close: async () => {} },
    safeFetch: createSafeFetch(),
  })
  try {
    await work(services)
  } finally {
    await closeServices()
  }
}

/** To begin an empty community where somebody looks for theirs would only frighten them. */
export function requireCommunity({ databaseUrl, dataDir }: Config) {
  if (databaseUrl === null && !existsSync(databaseFile(dataDir)))
    throw new CommandError(
      `There is no community in ${dataDir} yet. Start Snug first, or set DATA_DIR.`,
    )
}

/** A server of another version may be serving the database: only who asks for it changes it. */
export async function requireUpToDate(config: Config) {
  const db = connect<Schema>(config, { warn() {} })
  try {
    const { pending } = await followed(db, config, migrations)
    if (pending.length > 0)
      throw new CommandError(
        'The database is of an older version of Snug. Stop the server and run "snug migrate".',
      )
  } finally {
    await db.destroy()
  }
}

import { invalidateAllSessionsAndLinks } from '../server/accounts/sessions.ts'
import type { Config } from '../server/config.ts'
import { narrowTables } from '../server/platform/database/narrow-tables.ts'
import { connect } from '../server/platform/database/open-database.ts'
import { inTransaction } from '../server/platform/database/transaction.ts'
import { newSecretKey } from '../server/platform/secret.ts'
import {
  finishRotation,
  isSecretOf,
  rotateTo,
  type ServerStateTables,
} from '../server/platform/server-keys.ts'
import { lostEventsMarkerIn } from '../server/realtime/redis-bus/lost-events.ts'
import type { Schema } from '../server/schema.ts'
import { CommandError } from './command-error.ts'
import { carrySecondFactors, warnOfLostApps } from './second-factor-keys.ts'
import type { Terminal } from './terminal.ts'
import { requireCommunity, requireUpToDate } from './with-services.ts'

/**
 * Ends what the old keys signed, and every session with it. The new secret is made here, or was
 * put into the settings before. It may be cut off at any moment: nothing is lost, and the same
 * command does it again.
 */
export async function rotateKeys(config: Config, terminal: Terminal, isConfirmed: boolean) {
  requireCommunity(config)
  await requireUpToDate(config)
  const db = connect<Schema>(config, { warn() {} })
  let lostApps = 0
  try {
    const secret = config.secretKey ?? newSecretKey()
    if (config.secretKey && (await isSecretOf(db, config.secretKey)))
      throw new CommandError(
        `SECRET_KEY is set, and all keys are made of it. Set it to another, such as ${newSecretKey().toString('hex')}, and run this again.`,
      )
    const question = 'Make new keys? Everybody is signed out, and links in mail end.'
    if (!isConfirmed && !(await terminal.confirm(question)))
      throw new CommandError('The keys are as they were.')
    await inTransaction(db, async (trx) => {
      await rotateTo(trx, config, secret, async () => {
        const carry = await carrySecondFactors([config.dataDir])
        lostApps = await carry(trx, secret)
      })
      await invalidateAllSessionsAndLinks(trx)
      // Processes that tell each other over Redis look here, as this command has no way to them:
      // their keys of before may be known to nobody else.
      await lostEventsMarkerIn(narrowTables<ServerStateTables, Schema>(trx)).change()
    })
    await finishRotation(db, config)
  } finally {
    await db.destroy()
  }
  terminal.say('Every session has ended, and so have the links in mail.', {
    needsRestart: true,
    lostApps,
  })
  warnOfLostApps(terminal, lostApps)
  terminal.print(
    "Restart Snug now: until then it works with the keys of before, refuses the codes of members' apps, and what is signed in to or set up ends with the restart.",
  )
}

import type { FastifyBaseLogger } from 'fastify'
import { endSuspensions } from './accounts/suspension.ts'
import { endDeclinedRequests } from './friends/friend-requests.ts'
import { endMutes } from './friends/mutes.ts'
import { type BackgroundJob, periodicTask } from './platform/concurrency/periodic-task.ts'
import type { RunOncePer } from './platform/run-once-per.ts'
import { notifyOfEscalatedReports } from './reports/report-notifications.ts'
import type { Services } from './services.ts'

const LOOK_EVERY_MS = 60_000
/** A little less, so that no turn is missed. */
const TURN_MS = 50_000

/**
 * What was for a time ends within a minute of it, so that no query needs to know what time it is.
 */
export function expireEveryMinute(
  services: Services,
  runOncePer: RunOncePer,
  log: FastifyBaseLogger,
): BackgroundJob {
  async function endAll() {
    await endMutes(services)
    await endDeclinedRequests(services)
    await endSuspensions(services)
    await notifyOfEscalatedReports(services)
  }
  return periodicTask(
    LOOK_EVERY_MS,
    () => runOncePer('expireEveryMinute', TURN_MS, endAll),
    (error) => log.error({ err: error }, 'what is over could not be ended'),
  )
}

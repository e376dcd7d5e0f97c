import { DAY_MS } from '../../contract/durations.ts'
import type { Queryable } from '../schema.ts'
import type { Services } from '../services.ts'
import * as queries from './queries.ts'
import { deleteSpentChallenges } from './second-factor/passkey-queries.ts'
import { deleteEndedSecondFactors } from './second-factor/second-factor-end.ts'
import { deleteOldDevices } from './seen-devices.ts'

/** Who opens an ended link is told that it ended, for a month. */
const LINKS_KEPT_MS = 30 * DAY_MS

/** Sessions, links, devices, second factors and challenges whose time is over. They were worthless before. */
export async function deleteExpiredCredentials(services: Pick<Services, 'db' | 'bus' | 'clock'>) {
  const { db, clock } = services
  await queries.deleteEndedSessions(db, clock())
  await queries.deleteEndedMailedLinks(db, clock() - LINKS_KEPT_MS)
  await deleteOldDevices(db, clock())
  await deleteEndedSecondFactors(services)
  await deleteSpentChallenges(db, clock())
}

/** Everybody's. */
export async function invalidateAllSessionsAndLinks(trx: Queryable) {
  await queries.deleteAllSessions(trx)
  await queries.deleteAllUnusedMailedLinks(trx)
}

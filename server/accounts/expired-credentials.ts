import { DAY_MS } from '../../contract/durations.ts'
import type { Services } from '../services.ts'
import * as linkQueries from './mailed-link-queries.ts'
import { deleteSpentChallenges } from './second-factor/passkey-queries.ts'
import { deleteExpiredSecondFactors } from './second-factor/second-factor-end.ts'
import { deleteOldDevices } from './seen-devices.ts'
import * as sessionQueries from './session-queries.ts'

/** Who opens an ended link is told that it ended, for a month. */
const LINKS_KEPT_MS = 30 * DAY_MS

/**
 * Sessions, links, devices, second factors and challenges whose time is over. They were worthless
 * before.
 */
export async function deleteExpiredCredentials(services: Pick<Services, 'db' | 'bus' | 'clock'>) {
  const { db, clock } = services
  await sessionQueries.deleteExpiredSessions(db, clock())
  await linkQueries.deleteExpiredMailedLinks(db, clock() - LINKS_KEPT_MS)
  await deleteOldDevices(db, clock())
  await deleteExpiredSecondFactors(services)
  await deleteSpentChallenges(db, clock())
}

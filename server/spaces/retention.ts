import { DAY_MS } from '../../contract/durations.ts'
import type { Services } from '../services.ts'
import * as queries from './retention-queries.ts'

// What nobody asks for any more, deleted a little at a time.

/** An absent device learns from the mark that a message is gone; after so long it signs in anew. */
const MARKS_KEPT_MS = 90 * DAY_MS
const ANSWERS_KEPT_MS = 90 * DAY_MS
const INVITATIONS_KEPT_MS = 14 * DAY_MS
const AT_ONCE = 200

type Tools = Pick<Services, 'db' | 'clock'>

export async function deleteOldMarks({ db, clock }: Tools): Promise<void> {
  while (await queries.deleteSomeMarks(db, clock() - MARKS_KEPT_MS, AT_ONCE));
}

/** Of requests to join: who was denied may ask again long before, and who was let in is inside. */
export async function deleteOldAnswers({ db, clock }: Tools): Promise<void> {
  while (await queries.deleteSomeAnswers(db, clock() - ANSWERS_KEPT_MS, AT_ONCE));
}

/** Who did not follow an invitation by then can be invited anew. */
export async function deleteOldInvitations({ db, clock }: Tools): Promise<void> {
  while (await queries.deleteSomeInvitations(db, clock() - INVITATIONS_KEPT_MS, AT_ONCE));
}

import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './closing-queries.ts'
import { notifyAdministrators } from './report-notifications.ts'

/**
 * An administrator undoes a dismissal or a warning: what it closed waits again, and the others are
 * told as of any report; whoever reported it is not. False where the act closed nothing, or it is
 * over. Refuses (409) where all of it was reported anew, or shows nothing any more.
 */
export async function reopenReportsClosedBy(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  actId: Id,
  adminId: Id,
): Promise<boolean> {
  const { trx } = mutation
  const now = services.clock()
  const opened = await queries.reopenReports(trx, actId, now)
  const staysClosed = await queries.forgetClosingAct(trx, actId, now)
  if (opened.length > 0) {
    const concerned = opened.flatMap(({ member_id, reporter_id }) => [member_id, reporter_id])
    await notifyAdministrators(services, mutation, [adminId, ...concerned])
    return true
  }
  if (staysClosed) throw new HttpError('conflict', REMOVAL_MESSAGES.isReplaced)
  return false
}

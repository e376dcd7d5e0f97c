import { administratorIds, administratorsInTurn } from '../accounts/administrators.ts'
import { notify } from '../notifications/notify.ts'
import {
  deleteWaitingNotifications,
  updateWaitingNotifications,
} from '../notifications/update-notifications.ts'
import type { Mutation, Services } from '../services.ts'
import * as queries from './waiting-queries.ts'

/**
 * Tells the administrators how many wait to be let in, within the caller's mutation: one piece of
 * news for each of them, however many come, and none when nobody waits any more. Where somebody
 * waits no longer, what was told before only says how many are left.
 */
export async function notifyOfWaiting(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { isNew }: { isNew: boolean },
): Promise<void> {
  const { trx } = mutation
  const administrators = await administratorsInTurn(trx)
  const waiting = await queries.countWaitingMembers(trx)
  if (!isNew && waiting > 0) return updateWaitingNotifications(mutation, administrators, waiting)
  await deleteWaitingNotifications(mutation, administrators)
  if (waiting === 0) return
  const notification = { kind: 'somebody_waits', params: { waiting }, senderId: null } as const
  for (const to of administrators) await notify(services, mutation, { ...notification, to })
}

/**
 * Tells the administrators that somebody who is suspended wrote to them: who it is stands in their
 * list.
 */
export async function notifyOfAppeal(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
): Promise<void> {
  const notification = { kind: 'appeal_waits', params: {}, senderId: null } as const
  for (const to of await administratorIds(mutation.trx))
    await notify(services, mutation, { ...notification, to })
}

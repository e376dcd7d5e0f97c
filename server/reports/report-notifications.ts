import { administratorsInTurn } from '../accounts/administrators.ts'
import { hasUnread, notify } from '../notifications/notify.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Mutation, Services } from '../services.ts'
import { spaceNow } from './evidence-queries.ts'
import * as queries from './queries.ts'
import {
  escalateReportsHiddenFrom,
  escalateReportsOfSpaceAdmin,
  escalateReportsOfSuspended,
  takeUnnotified,
} from './report-escalation-queries.ts'

/**
 * Tells the administrators that something waits, but those whom it concerns. Whoever has not read
 * that of another that still waits is not told again: who looks at it finds all that came since.
 */
export async function notifyAdministrators(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  concerned: (Id | null)[],
): Promise<void> {
  for (const to of await administratorsInTurn(mutation.trx)) {
    if (concerned.includes(to)) continue
    const waiting = await countWaiting(services, mutation, to)
    // What they reported themselves came to them untold.
    if (waiting > 1 && (await hasUnread(mutation, to, { kind: 'report_waits' }))) continue
    await notify(services, mutation, { kind: 'report_waits', senderId: null, to })
  }
}

/** Tells who is an administrator from now on of what waits: nobody else may have looked at it. */
export async function notifyOfOpenReports(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  to: Id,
): Promise<void> {
  if ((await countWaiting(services, mutation, to)) > 0)
    await notify(services, mutation, { kind: 'report_waits', senderId: null, to })
}

function countWaiting({ clock }: Pick<Services, 'clock'>, { trx }: Mutation, viewer: Id) {
  return queries.countOpenUpToTwo(trx, { viewer, spaceId: null, now: clock() })
}

/** Tells them of what nobody who runs a space has decided in their time, or can decide. */
export async function notifyOfEscalatedReports(services: Services): Promise<void> {
  await mutate(services, async (mutation) => {
    const now = services.clock()
    await escalateReportsOfSuspended(mutation.trx, now)
    for (const { member_id, reporter_id } of await takeUnnotified(mutation.trx, now))
      await notifyAdministrators(services, mutation, [member_id, reporter_id])
  })
}

/**
 * Who runs a space from now on hears that something waits there. What is not theirs, administrators
 * decide, and all of it where they are suspended.
 */
export async function transferReports(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  space: ReportingSpace,
  spaceAdminId: Id,
): Promise<void> {
  const queue = { viewer: spaceAdminId, spaceId: space.id, now: services.clock() }
  if (!(await spaceNow(mutation.trx, space.id)))
    return escalateReportsOfSpaceAdmin(mutation.trx, spaceAdminId, queue.now)
  await escalateReportsHiddenFrom(mutation.trx, queue)
  await notifySpaceAdmin(services, mutation, space, spaceAdminId)
}

export interface ReportingSpace {
  id: Id
  name: string
}

/** Tells who runs the space where something waits for them there: as administrators, once. */
export async function notifySpaceAdmin(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { id: spaceId, name: spaceName }: ReportingSpace,
  to: Id,
): Promise<void> {
  const queue = { viewer: to, spaceId, now: services.clock() }
  const waiting = await queries.countOpenUpToTwo(mutation.trx, queue)
  if (waiting === 0) return
  const kind = 'message_reported'
  if (waiting > 1 && (await hasUnread(mutation, to, { kind, spaceId }))) return
  await notify(services, mutation, { kind, params: { spaceName }, to, senderId: null, spaceId })
}

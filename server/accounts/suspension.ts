import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { UserRow } from '../schema.ts'
import type { Mutation, Services } from '../services.ts'
import { publishAccountChanged } from './account-events.ts'
import { publishToContacts } from './deletion/account-deletion.ts'
import { lockUser } from './lock-queries.ts'
import { endSessionsOf } from './sessions.ts'
import * as queries from './suspension-queries.ts'

// Somebody is kept out for a while: they are signed out and cannot sign in, and what is theirs is
// hidden by the rule of who may see what. Nothing is deleted, so all of it comes back with them.

/** In the place of a moment, where there is no end to it but an administrator's. */
export const UNTIL_LIFTED = 8_640_000_000_000_000

interface Suspension {
  /** Null: until it is lifted. */
  until: number | null
  reason: string
}

interface Suspended {
  user: UserRow
  /** Null: until it is lifted. */
  until: number | null
  /** It was to end later already than it should now. */
  wasLonger: boolean
}

/**
 * Within the caller's mutation. One that runs is never made shorter, and what they wrote waits on
 * for its answer: who wants less lifts it. Undefined when the account is gone.
 */
export async function suspendAccount(
  mutation: Mutation,
  services: Services,
  memberId: Id,
  { until, reason }: Suspension,
): Promise<Suspended | undefined> {
  const user = await lockUser(mutation.trx, memberId)
  if (!user) return undefined
  const asked = until ?? UNTIL_LIFTED
  const former = user.suspended_until ?? 0
  const end = Math.max(asked, former)
  if (former > services.clock()) await queries.deleteAnsweredAppeal(mutation.trx, memberId)
  else await queries.deleteAppeal(mutation.trx, memberId)
  await services.hooks.postsBecomingHidden(mutation, memberId, 'everybody')
  await queries.updateSuspension(mutation.trx, memberId, { until: end, reason })
  await publishMemberVisibilityChanged(mutation, services, memberId)
  await endSessionsOf(mutation, memberId)
  return { user, until: end === UNTIL_LIFTED ? null : end, wasLonger: former > asked }
}

/** Lets a member in again, within the caller's mutation. Undefined when they are not suspended. */
export async function liftSuspension(
  mutation: Mutation,
  services: Services,
  memberId: Id,
): Promise<UserRow | undefined> {
  const user = await lockUser(mutation.trx, memberId)
  if (!user || user.suspended_until === null) return undefined
  await queries.deleteAppeal(mutation.trx, memberId)
  await queries.updateSuspension(mutation.trx, memberId, { until: null, reason: '' })
  await publishMemberVisibilityChanged(mutation, services, memberId)
  return user
}

export async function endSuspensions(services: Services): Promise<void> {
  const now = services.clock()
  for (const memberId of await queries.endedSuspensions(services.db, now))
    await mutate(services, async (mutation) => {
      const user = await lockUser(mutation.trx, memberId)
      // An administrator may have suspended them anew meanwhile.
      if ((user?.suspended_until ?? UNTIL_LIFTED) <= now)
        await liftSuspension(mutation, services, memberId)
    })
}

/**
 * What others see of the member is another thing now, and so is every card they stand on. Search
 * finds nobody who is suspended: their words would take the places of others on its pages.
 */
async function publishMemberVisibilityChanged(
  mutation: Mutation,
  services: Services,
  memberId: Id,
) {
  await services.hooks.cardsOutdated(mutation)
  await services.hooks.searchTermsChanged(mutation, memberId)
  await services.hooks.visibilityChanged(mutation, memberId, 'member')
  await publishToContacts(mutation, memberId)
  publishAccountChanged(mutation, memberId)
}

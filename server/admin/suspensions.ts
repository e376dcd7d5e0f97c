import { DAY_MS } from '../../contract/durations.ts'
import type { SuspensionDays } from '../../contract/reports.ts'
import { MESSAGES } from '../../contract/suspension.ts'
import { lockAdministrators } from '../accounts/administrators.ts'
import { answerAppeal } from '../accounts/appeals.ts'
import { mutateAs, mutateAsAdmin } from '../accounts/mutate-as.ts'
import { memberNumber } from '../accounts/present.ts'
import { liftSuspension, suspendAccount } from '../accounts/suspension.ts'
import { notify } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'
import * as queries from './queries.ts'

// Suspending is what comes before deleting: it is taken back by one act, and nothing is lost.

interface Sentence {
  /** Null: until it is lifted. */
  days: SuspensionDays
  /** What the member reads. */
  reason: string
}

interface SuspensionMade {
  /** When it ends in truth; null: until it is lifted. */
  until: number | null
  /** They were suspended for longer already, and stay so. */
  wasLonger: boolean
}

/** Suspends a member; `actor` is null for the command line. Refuses as `suspendWithin`. */
export async function suspendMember(
  actor: Actor | null,
  services: Services,
  memberId: Id,
  sentence: Sentence,
): Promise<SuspensionMade> {
  const made = await mutateAsAdmin(actor, services, (mutation) =>
    suspendWithin(actor, services, mutation, memberId, sentence),
  )
  services.outbox.wake()
  return made
}

/** Within the caller's mutation. Refuses: 400 oneself, 404 nobody, 409 the last administrator. */
export async function suspendWithin(
  actor: Actor | null,
  services: Services,
  mutation: Mutation,
  memberId: Id,
  { days, reason }: Sentence,
): Promise<SuspensionMade> {
  if (memberId === actor?.id) throw new HttpError('bad_request', MESSAGES.oneself)
  const administrators = await lockAdministrators(mutation.trx)
  if (administrators.length === 1 && administrators[0] === memberId)
    throw new HttpError('conflict', MESSAGES.lastAdministrator)
  const asked = days === null ? null : services.clock() + days * DAY_MS
  const suspended = await suspendAccount(mutation, services, memberId, { until: asked, reason })
  if (!suspended) throw new HttpError('not_found', MESSAGES.memberMissing)
  const { user, until, wasLonger } = suspended
  await services.hooks.memberSuspended(mutation, memberId)
  await record(actor, services, mutation, { act: 'suspend', user, reason })
  const notification = { kind: 'suspended', params: { until, reason } } as const
  await notify(services, mutation, { ...notification, to: memberId, senderId: null })
  await services.outbox.queue(mutation.trx, 'suspended', { userId: memberId })
  return { until, wasLonger }
}

/** Lets a member in again. Refuses (404) who is not suspended. */
export async function liftMember(
  actor: Actor | null,
  services: Services,
  memberId: Id,
  reason: string,
): Promise<void> {
  // Who acts is not suspended; and two who wait for the account that each of them holds wait for
  // ever.
  if (memberId === actor?.id) throw new HttpError('not_found', MESSAGES.notSuspended)
  await mutateAsAdmin(actor, services, async (mutation) => {
    const user = await liftSuspension(mutation, services, memberId)
    if (!user) throw new HttpError('not_found', MESSAGES.notSuspended)
    await record(actor, services, mutation, { act: 'lift', user, reason })
    const notification = { kind: 'suspension_lifted', params: { reason } } as const
    await notify(services, mutation, { ...notification, to: memberId, senderId: null })
    // Who does not know that they are let in again reads no notification.
    const told = { userId: memberId, words: reason }
    await services.outbox.queue(mutation.trx, 'suspension-lifted', told)
  })
  services.outbox.wake()
}

/** Answers what somebody wrote who is suspended and stays so. Refuses (404) where nothing waits. */
export function answerSuspended(
  actor: Actor,
  services: Services,
  memberId: Id,
  answer: string,
): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    await answerAppeal(mutation, memberId, answer)
    const user = { user_number: await queries.memberNumberOf(mutation.trx, memberId) }
    await record(actor, services, mutation, { act: 'answer_appeal', user, reason: answer })
  })
}

interface Done {
  act: 'suspend' | 'lift' | 'answer_appeal'
  user: { user_number: number | null }
  reason: string
}

function record(
  actor: Actor | null,
  services: Services,
  { trx }: Mutation,
  { act, user, reason }: Done,
): Promise<Id> {
  const adminId = actor?.id ?? null
  return recordAdminAct(services, trx, { adminId, act, memberNumber: memberNumber(user), reason })
}

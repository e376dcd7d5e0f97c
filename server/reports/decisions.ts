import {
  type Decision,
  SERVER_MESSAGES as MESSAGES,
  type SpaceDecision,
} from '../../contract/reports.ts'
import { MESSAGES as SUSPENSION_MESSAGES } from '../../contract/suspension.ts'
import { mutateAs } from '../accounts/mutate-as.ts'
import { memberNumberOf, recordAdminAct } from '../admin/audit-log.ts'
import { removeWithin } from '../admin/removals.ts'
import { suspendWithin } from '../admin/suspensions.ts'
import { notify } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, RemovedThing, Services } from '../services.ts'
import { recordRemovedMessage } from '../spaces/messages/record-removed-message.ts'
import { removeMessage } from '../spaces/messages/remove-message.ts'
import { requireAdminOf } from '../spaces/space-admin.ts'
import type { Queue } from '../visibility/open-reports.ts'
import * as closing from './closing-queries.ts'
import * as queries from './queries.ts'
import { escalateReports } from './report-escalation-queries.ts'
import { notifyAdministrators } from './report-notifications.ts'

// A decision ends all open reports of a thing at once; that of who runs a space ends those alone
// that wait for them: what waits for administrators is not theirs to end. Whose it is reads why;
// whoever reported it learns that it was looked at, and never what came of it.

/**
 * Decides as an administrator what was reported, and returns what to tell of it. Refuses: 403 what
 * is about the actor, 404 what is not there any more where it should be removed, 409 what somebody
 * else has decided meanwhile.
 */
export async function decideReport(
  actor: Actor,
  services: Services,
  reportId: Id,
  decision: Decision,
): Promise<string> {
  const told = await mutateAs(actor, services, async (mutation) => {
    const queue = { viewer: actor.id, spaceId: null, now: services.clock() }
    const { report, reports } = await lockOpen(mutation.trx, queue, reportId)
    const decided = { report, decision }
    const done = await CONSEQUENCES[decision.act](actor, services, mutation, decided)
    const only = onlySeen(decision, reports)
    await close(services, mutation, { report, only, actId: done.actId ?? null })
    return done.msg
  })
  services.outbox.wake()
  return told
}

/** The same as who runs the space where a message was said. Refuses (403) who does not, too. */
export async function decideSpaceReport(
  actor: Actor,
  services: Services,
  { spaceId, reportId }: { spaceId: Id; reportId: Id },
  decision: SpaceDecision,
): Promise<void> {
  await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    await requireAdminOf(actor, trx, spaceId)
    const now = services.clock()
    const queue = { viewer: actor.id, spaceId, now }
    const { report, reports } = await lockOpen(trx, queue, reportId)
    if (decision.act === 'pass_on') {
      await escalateReports(trx, report, now)
      const reporters = reports.map(({ reporter_id }) => reporter_id)
      return notifyAdministrators(services, mutation, [actor.id, report.member_id, ...reporters])
    }
    if (decision.act === 'remove')
      await removeAsSpaceAdmin(actor, services, mutation, report.thing_id, decision.text)
    await closeForSpaceAdmin(services, mutation, { report, only: onlySeen(decision, reports) })
  })
}

/**
 * Of several who decide at once the first does, and the others are refused as if they came later.
 */
async function lockOpen(trx: Queryable, queue: Queue, id: Id) {
  const reports = await queries.lockReportsOf(trx, await requireOpen(trx, queue, id))
  return { report: await requireOpen(trx, queue, id), reports }
}

/**
 * What is reported while it is decided was read by nobody and stays open: but of what is removed
 * there is nothing left to decide.
 */
function onlySeen({ act }: Decision | SpaceDecision, reports: { id: Id }[]): Id[] | null {
  return act === 'remove' ? null : reports.map(({ id }) => id)
}

async function requireOpen(trx: Queryable, queue: Queue, id: Id) {
  const report = await queries.findOpenReport(trx, queue, id)
  if (report) return report
  if ((await queries.findMemberReported(trx, id)) === queue.viewer)
    throw new HttpError('forbidden', MESSAGES.aboutYou)
  throw new HttpError('conflict', MESSAGES.decidedAlready)
}

interface Decided {
  report: queries.OpenReportRow
  decision: Decision
}

interface Done {
  /** What to tell of it. */
  msg: string
  /** What in the log is undone to have it decided anew. */
  actId?: Id
}

type Consequence = (
  actor: Actor,
  services: Services,
  mutation: Mutation,
  decided: Decided,
) => Promise<Done>

const CONSEQUENCES: Record<Decision['act'], Consequence> = {
  // The member was never told of it, and shall not learn of it now.
  async dismiss(actor, services, mutation, decided) {
    const actId = await record(actor, services, mutation, 'dismiss', decided)
    return { msg: MESSAGES.decided, actId }
  },

  async warn(actor, services, mutation, decided) {
    const actId = await record(actor, services, mutation, 'warn', decided)
    const { report, decision } = decided
    const notification = { kind: 'warned', params: { reason: decision.text } } as const
    await notify(services, mutation, { ...notification, to: report.member_id, senderId: null })
    return { msg: MESSAGES.decided, actId }
  },

  async suspend(actor, services, mutation, { report, decision }) {
    const { days, text: reason } = decision
    const sentence = { days, reason }
    const made = await suspendWithin(actor, services, mutation, report.member_id, sentence)
    if (!made.wasLonger) return { msg: MESSAGES.decided }
    return { msg: `${MESSAGES.decided} ${SUSPENSION_MESSAGES.suspendedLonger(made.until)}` }
  },

  async remove(actor, services, mutation, { report, decision }) {
    const thing = { kind: report.kind, id: report.thing_id }
    await removeWithin(actor, services, mutation, thing, decision.text)
    return { msg: MESSAGES.decided }
  },
}

async function record(
  actor: Actor,
  services: Services,
  { trx }: Mutation,
  act: 'dismiss' | 'warn',
  { report, decision }: Decided,
): Promise<Id> {
  const memberNumber = await memberNumberOf(trx, report.member_id)
  return recordAdminAct(services, trx, {
    ...{ adminId: actor.id, act, memberNumber },
    reason: decision.text,
  })
}

async function removeAsSpaceAdmin(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  messageId: Id,
  reason: string,
) {
  const removed = await removeMessage(mutation, messageId, services.clock())
  if (!removed) throw new HttpError('not_found', MESSAGES.missing)
  const { spaceId, spaceName } = removed
  const here = { spaceId, spaceName, messageId, reason }
  await recordRemovedMessage(actor, services, mutation, here, removed)
}

/**
 * Of what an administrator removes where they see it nothing is left to decide, within the caller's
 * mutation: before it is removed. Where a report is about themself, somebody else still looks at
 * it. Whether any was open.
 */
export async function closeReportsOfRemoved(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { kind, id }: RemovedThing,
  adminId: Id,
): Promise<boolean> {
  // No more than a part of the profile that was reported.
  if (kind === 'photo') return false
  const report = { kind, thing_id: id }
  const reports = await queries.lockReportsOf(mutation.trx, report)
  if (!reports.some(({ member_id }) => member_id === adminId))
    await close(services, mutation, { report, only: null, actId: null })
  return reports.length > 0
}

interface Closed {
  report: queries.ReportedThing
  /** These; null: all open ones of the thing. */
  only: Id[] | null
}

async function close(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { report, ...closed }: Closed & { actId: Id | null },
) {
  const how = { ...closed, now: services.clock() }
  const reporters = await closing.closeReportsOf(mutation.trx, report, how)
  await notifyReporters(services, mutation, reporters)
}

/** Those that wait for who runs the space. */
async function closeForSpaceAdmin(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  { report, only }: Closed,
) {
  const how = { only, now: services.clock() }
  const reporters = await closing.closeSpaceAdminsReportsOf(mutation.trx, report, how)
  await notifyReporters(services, mutation, reporters)
}

async function notifyReporters(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  reporters: Id[],
) {
  for (const to of reporters)
    await notify(services, mutation, { kind: 'report_closed', to, senderId: null })
}

import { HOUR_MS } from '../../contract/durations.ts'
import {
  SERVER_MESSAGES as MESSAGES,
  type NewReport,
  SPACE_ADMIN_HOURS,
} from '../../contract/reports.ts'
import { administratorIds } from '../accounts/administrators.ts'
import { lockActor } from '../accounts/lock-account.ts'
import { blockMember } from '../friends/blocks.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { type Id, newId } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { isSpaceAdmin } from '../spaces/permissions.ts'
import { findThing, spaceNow, usernameOf } from './evidence-queries.ts'
import * as queries from './queries.ts'
import { escalateReport, waitsForAdministrators } from './report-escalation-queries.ts'
import { notifyAdministrators, notifySpaceAdmin } from './report-notifications.ts'

// A report keeps a copy of what it is about, as it was: whatever its author changes or deletes
// afterwards, it is decided by what was seen.

const SPACE_ADMIN_MS = SPACE_ADMIN_HOURS * HOUR_MS

/**
 * What became of it: somebody can look at it, or nobody as long as whose it is is the only
 * administrator, or they reported it before.
 */
type Outcome = 'made' | 'waiting' | 'known'

/**
 * Reports something the actor sees, and blocks whose it is where they ask for it. Returns whose it
 * is, and what became of it: with the block both are safe to repeat. Refuses: 404 what is not there
 * for them, 400 what is their own, 409 what they reported and nobody has looked at yet.
 */
export async function createReport(
  actor: Actor,
  services: Services,
  report: NewReport,
): Promise<{ username: string; outcome: Outcome }> {
  const reported = await mutate(services, async (mutation) => {
    await lockActor(mutation.trx, actor)
    return insertReport(actor, services, mutation, report)
  })
  // It may have failed after the report was there.
  if (report.alsoBlock) await blockMember(actor, services, reported.id)
  else if (reported.outcome === 'known') throw new HttpError('conflict', MESSAGES.already)
  return reported
}

async function insertReport(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  report: NewReport,
): Promise<{ id: Id; username: string; outcome: Outcome }> {
  const { trx } = mutation
  const found = await findThing[report.kind](trx, { viewer: actor.id, id: report.id })
  const memberId = found?.copies.at(-1)?.member_id
  if (!found || !memberId) throw new HttpError('not_found', MESSAGES.missing)
  if (memberId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)
  const reported = { id: memberId, username: await usernameOf(trx, memberId) }
  const thing = { kind: report.kind, thing_id: report.id }
  // Asked before: who decides holds it and waits for the thing, which is held here.
  const known = { ...reported, outcome: 'known' } as const
  if (await queries.isOpenBy(trx, thing, actor.id)) return known
  const id = newId()
  const now = services.clock()
  const { spaceId } = found
  const space = report.kind === 'message' && spaceId ? await spaceNow(trx, spaceId) : undefined
  // Whoever reported it leaves it to others; of one thing administrators decide all.
  const isForSpaceAdmin =
    space && !isSpaceAdmin(actor, space) && !(await waitsForAdministrators(trx, thing, now))
  const decidingSpace = isForSpaceAdmin ? space : undefined
  const row = {
    ...{ ...thing, id, reporter_id: actor.id },
    ...{ member_id: memberId, space_id: spaceId, reason: report.reason, text: report.text },
    rule_id: report.ruleId ?? null,
    created_at: now,
    for_administrators_at: decidingSpace ? now + SPACE_ADMIN_MS : now,
    administrators_told: decidingSpace ? 0 : 1,
    closed_at: null,
  }
  // Another request of theirs may have made it meanwhile.
  if (!(await queries.insertReport(trx, row, found))) return known
  const queue = decidingSpace && { viewer: decidingSpace.admin_id, spaceId: decidingSpace.id, now }
  const isTheirs = queue && (await queries.findOpenReport(trx, queue, id)) !== undefined
  if (queue && !isTheirs) await escalateReport(trx, id, now)
  if (decidingSpace && isTheirs) {
    await notifySpaceAdmin(services, mutation, decidingSpace, decidingSpace.admin_id)
    return { ...reported, outcome: 'made' }
  }
  await notifyAdministrators(services, mutation, [actor.id, memberId])
  const canBeDecided = (await administratorIds(trx)).some((id) => id !== memberId)
  return { ...reported, outcome: canBeDecided ? 'made' : 'waiting' }
}

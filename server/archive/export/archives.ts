import { ARCHIVE_EVERY_MS, type ArchiveStatus, MESSAGES } from '../../../contract/archive.ts'
import { requireConfirmation } from '../../accounts/confirmation.ts'
import { sessionEndedError } from '../../accounts/session-ended.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import { type Id, newId } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import * as queries from '../queries.ts'
import type { ArchiveProblem } from '../tables.ts'
import { hasRoom } from './archive-job.ts'

// All that a member made here, packed into one file for them. It is made after the answer
// (`archive-job.ts`), kept for a week and opened by a link that only its owner's browser can use
// (`archive-links.ts`).

/** Has an archive made. Refuses (429) a second one on the same day, and (507) what has no room. */
export async function requestArchive(actor: Actor, services: Services): Promise<void> {
  await requireConfirmation(actor, services)
  await beginArchive(services, actor.id)
}

/** As `requestArchive`, for a member who has proved who they are. */
export async function beginArchive(services: Services, memberId: Id): Promise<void> {
  if (!(await hasRoom(services, memberId))) throw new HttpError('storage_full', MESSAGES.noRoom)
  await mutate(services, async ({ trx }) => {
    const now = services.clock()
    if (!(await queries.lockMember(trx, memberId))) throw sessionEndedError()
    const latest = await queries.latestArchive(trx, memberId, now)
    const nextAt = mayAskAgainAt(latest)
    if (nextAt > now)
      throw new HttpError('too_many_requests', MESSAGES.oncePerDay, {
        retryAfter: Math.ceil((nextAt - now) / 1_000),
      })
    // The last one that was made stays until this one is.
    await queries.endUnmadeArchivesOf(trx, memberId)
    await queries.insertArchive(trx, newId(), memberId, now)
  })
  void services.archiveJobs.finish(memberId)
}

export async function readArchive(
  { id }: { id: Id },
  { db, clock }: Pick<Services, 'db' | 'clock'>,
): Promise<ArchiveStatus> {
  const now = clock()
  const row = await queries.latestArchive(db, id, now)
  const nextAt = mayAskAgainAt(row)
  const made = await queries.latestMadeArchive(db, id, now)
  return {
    state: stateOf(row),
    problem: row?.problem ? SENTENCES[row.problem] : null,
    bytes: made ? Number(made.bytes) : null,
    expiresAt: made && made.delete_after !== null ? isoTimestamp(made.delete_after) : null,
    nextAt: nextAt > now ? isoTimestamp(nextAt) : null,
  }
}

const SENTENCES: Record<ArchiveProblem, string> = {
  'no room': MESSAGES.noRoom,
  failed: MESSAGES.failed,
}

function stateOf(row: queries.ArchiveRow | undefined): ArchiveStatus['state'] {
  if (!row) return 'none'
  if (row.problem) return 'failed'
  return row.made_at === null ? 'making' : 'ready'
}

function mayAskAgainAt(latest: queries.ArchiveRow | undefined): number {
  return latest && !latest.problem ? latest.requested_at + ARCHIVE_EVERY_MS : 0
}

/** An account is deleted: its archives go with the next look for those that ended. */
export async function endArchives(trx: Queryable, memberId: Id): Promise<false> {
  await queries.endArchivesOf(trx, memberId)
  return false
}

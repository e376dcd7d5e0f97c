import { MESSAGES, type MutedPerson } from '../../contract/blocks.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { maySee } from '../visibility/may-see.ts'
import * as queries from './block-queries.ts'
import { publishFriendsChangedTo } from './friendship.ts'
import { presentPerson } from './present.ts'

// Muting takes somebody's posts out of one's own feeds and what they do out of one's notifications.
// Nothing else changes, and nobody else can tell.

/** Refuses: 400 oneself and a moment that is over, 404 who is not there for the actor. */
export async function muteMember(
  actor: Actor,
  services: Services,
  memberId: Id,
  until: number | null,
): Promise<void> {
  if (memberId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)
  await mutate(services, async (mutation) => {
    await requireSeen(actor, mutation.trx, memberId)
    if (until !== null && until <= services.clock())
      throw new HttpError('bad_request', MESSAGES.muteUntilInvalid)
    await queries.upsertMute(mutation.trx, actor.id, memberId, until)
    publishMuteChanged(mutation, actor.id, memberId)
  })
}

/** Refuses (404) who is not there for the actor. */
export async function requireSeen(actor: Actor, db: Queryable, memberId: Id): Promise<void> {
  if (!(await maySee(db, actor.id, 'member', memberId)))
    throw new HttpError('not_found', PROFILE_MESSAGES.memberMissing)
}

export async function unmuteMember(actor: Actor, services: Services, memberId: Id): Promise<void> {
  await mutate(services, async (mutation) => {
    await queries.deleteMute(mutation.trx, actor.id, memberId)
    publishMuteChanged(mutation, actor.id, memberId)
  })
}

export async function readMuted(actor: Actor, services: Services): Promise<MutedPerson[]> {
  const rows = await queries.mutedBy(services.db, actor.id)
  return rows.map((row) => ({
    ...presentPerson(services, row),
    mutedUntil: row.until === null ? null : isoTimestamp(row.until),
  }))
}

export async function endMutes(services: Pick<Services, 'db' | 'bus' | 'clock'>): Promise<void> {
  await mutate(services, async (mutation) => {
    for (const { user_id, muted_id } of await queries.deleteEndedMutes(
      mutation.trx,
      services.clock(),
    ))
      publishMuteChanged(mutation, user_id, muted_id)
  })
}

function publishMuteChanged(mutation: Mutation, userId: Id, mutedId: Id) {
  publishFriendsChangedTo(mutation, userId, mutedId)
  mutation.publish({ kind: 'unread-changed', memberId: userId })
}

import { BLOCKED_MAX, type BlockedPerson, MESSAGES } from '../../contract/blocks.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { deleteRequestNotification } from '../notifications/update-notifications.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { isoTimestamp } from '../platform/timestamps.ts'
import type { Actor, Services } from '../services.ts'
import * as queries from './block-queries.ts'
import { endFriendship, publishRelationshipChanged } from './friendship.ts'
import { endRequestBetween } from './queries.ts'

// Blocking: from that moment neither of the two sees the other, and nothing stands between them any
// more, neither friendship nor request. The other is not told; their pages only learn to read anew.

/** Safe to repeat. Refuses: 400 oneself, 404 who is not there, 409 one more than a list holds. */
export async function blockMember(actor: Actor, services: Services, memberId: Id): Promise<void> {
  if (memberId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)
  await mutate(services, async (mutation) => {
    const { trx } = mutation
    if (!(await queries.lockMembersForBlock(trx, actor.id, memberId)))
      throw new HttpError('not_found', PROFILE_MESSAGES.memberMissing)
    if (!(await queries.insertBlock(trx, actor.id, memberId, services.clock()))) return
    if ((await queries.countBlocksBy(trx, actor.id)) > BLOCKED_MAX)
      throw new HttpError('conflict', MESSAGES.blockedFull)
    await endFriendship(mutation, actor.id, memberId)
    await endRequestBetween(trx, actor.id, memberId)
    await deleteRequestNotification(mutation, { to: actor.id, senderId: memberId })
    await deleteRequestNotification(mutation, { to: memberId, senderId: actor.id })
    await services.hooks.relationshipChanged(mutation, actor.id, memberId)
    publishRelationshipChanged(mutation, actor.id, memberId)
  })
}

/** Lifts the actor's own block; safe to repeat. What the other may have blocked stays so. */
export async function unblockMember(actor: Actor, services: Services, memberId: Id): Promise<void> {
  await mutate(services, async (mutation) => {
    if (!(await queries.deleteBlock(mutation.trx, actor.id, memberId))) return
    await services.hooks.relationshipChanged(mutation, actor.id, memberId)
    publishRelationshipChanged(mutation, actor.id, memberId)
  })
}

/**
 * Whom the actor blocked, the latest first. Who blocks whoever blocked them learns nothing by it,
 * so none of the card is here, which is not there for either.
 */
export async function readBlocked(actor: Actor, services: Services): Promise<BlockedPerson[]> {
  const rows = await queries.blockedBy(services.db, actor.id)
  return rows.map(({ id, username, blocked_at }) => ({
    ...{ _id: String(id), username },
    blockedAt: isoTimestamp(blocked_at),
  }))
}

import { DAY_MS } from '../../contract/durations.ts'
import { FRIENDS_MAX, MESSAGES } from '../../contract/friends.ts'
import { MESSAGES as PROFILE_MESSAGES } from '../../contract/profile.ts'
import { notify } from '../notifications/notify.ts'
import {
  deleteRequestNotification,
  markRequestNotificationRead,
} from '../notifications/update-notifications.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { areFriends } from '../visibility/friendships.ts'
import { makeFriends, publishFriendsChanged, publishFriendsChangedTo } from './friendship.ts'
import * as queries from './queries.ts'

// Asking to be friends, and what comes of it. Whoever acts locks the two members first, so that
// none is deleted meanwhile, then the one row of the pair: of several who act at once one gets it,
// and the others find what that one made.

/** So long after it was declined, a request that is sent again reaches nobody. */
export const DECLINED_RESTS_MS = 7 * DAY_MS

/**
 * Asks a member to be friends; who has asked the actor becomes a friend at once. Who was declined
 * lately is answered as if it was sent, and nobody hears of it. Refuses oneself (400), nobody or
 * who is not verified (404), a friend and who is asked already (409).
 */
export async function sendFriendRequest(
  actor: Actor,
  services: Services,
  memberId: Id,
): Promise<'sent' | 'friends'> {
  if (memberId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    if (!(await queries.lockVisiblePair(trx, actor.id, memberId)))
      throw new HttpError('not_found', PROFILE_MESSAGES.memberMissing)
    const request = { senderId: actor.id, recipientId: memberId, now: services.clock() }
    await queries.deleteSpentRequest(trx, request, request.now - DECLINED_RESTS_MS)
    if (await queries.setDeclinedWithdrawn(trx, actor.id, memberId, false)) {
      publishFriendsChangedTo(mutation, actor.id, memberId)
      return 'sent'
    }
    const standingSenderId = await queries.insertRequest(trx, request)
    if (standingSenderId === undefined) throw new HttpError('conflict', MESSAGES.alreadySent)
    if (await areFriends(trx, actor.id, memberId))
      throw new HttpError('conflict', MESSAGES.alreadyFriends)
    if (standingSenderId === memberId) {
      await queries.deleteRequestBetween(trx, memberId, actor.id)
      await becomeFriends(actor, services, mutation, memberId)
      return 'friends'
    }
    await notify(services, mutation, { to: memberId, kind: 'friend_request', senderId: actor.id })
    publishFriendsChanged(mutation, actor.id, memberId)
    return 'sent'
  })
}

/** Safe to repeat. Refuses (404) when there is no request of this member's to the actor. */
export async function acceptFriendRequest(
  actor: Actor,
  services: Services,
  memberId: Id,
): Promise<void> {
  await mutate(services, async (mutation) => {
    const { trx } = mutation
    const areThere = await queries.lockVisiblePair(trx, actor.id, memberId)
    if (areThere && (await queries.takeRequest(trx, memberId, actor.id)))
      return becomeFriends(actor, services, mutation, memberId)
    if (!(await areFriends(trx, actor.id, memberId))) throw requestMissing()
  })
}

/** Nobody is told; to who asked, the request stands. Refuses (404) when there is none. */
export async function rejectFriendRequest(
  actor: Actor,
  services: Services,
  memberId: Id,
): Promise<void> {
  await mutate(services, async (mutation) => {
    const request = { senderId: memberId, recipientId: actor.id, now: services.clock() }
    const areThere = await queries.lockVisiblePair(mutation.trx, actor.id, memberId)
    if (!areThere || !(await queries.declineRequest(mutation.trx, request))) throw requestMissing()
    await deleteRequestNotification(mutation, { to: actor.id, senderId: memberId })
    publishFriendsChangedTo(mutation, actor.id, memberId)
  })
}

/** Takes the actor's own request back. Refuses (404) when it is not there any more. */
export async function withdrawFriendRequest(
  actor: Actor,
  services: Services,
  memberId: Id,
): Promise<void> {
  await mutate(services, async (mutation) => {
    const { trx } = mutation
    if (!(await queries.lockVisiblePair(trx, actor.id, memberId))) throw requestMissing()
    if (await queries.takeRequest(trx, actor.id, memberId)) {
      await deleteRequestNotification(mutation, { to: memberId, senderId: actor.id })
      return publishFriendsChanged(mutation, actor.id, memberId)
    }
    if (!(await queries.setDeclinedWithdrawn(trx, actor.id, memberId, true))) throw requestMissing()
    publishFriendsChangedTo(mutation, actor.id, memberId)
  })
}

export async function endDeclinedRequests({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  await queries.deleteRestedRequests(db, clock() - DECLINED_RESTS_MS)
}

async function becomeFriends(actor: Actor, services: Services, mutation: Mutation, askerId: Id) {
  await makeFriends(services, mutation, actor.id, askerId)
  // Counted with this one, which holds both accounts: of several at once the last place is one's.
  for (const id of [actor.id, askerId])
    if ((await queries.countFriends(mutation.trx, id)) > FRIENDS_MAX)
      throw new HttpError('conflict', MESSAGES.tooManyFriends)
  await services.hooks.relationshipChanged(mutation, actor.id, askerId)
  await markRequestNotificationRead(mutation, { to: actor.id, senderId: askerId })
  await notify(services, mutation, { to: askerId, kind: 'friend_accepted', senderId: actor.id })
}

function requestMissing() {
  return new HttpError('not_found', MESSAGES.requestMissing)
}

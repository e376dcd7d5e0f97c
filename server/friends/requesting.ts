import { FRIENDS_MAX, SAYS } from '../../contract/friends.ts'
import { SAYS as PROFILE_SAYS } from '../../contract/profile.ts'
import { forgetRequestNotification, readRequestNotification } from '../notifications/forgetting.ts'
import { notify } from '../notifications/notify.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { Actor, Changing, Services } from '../services.ts'
import { announceFriendsChanged, makeFriends, tellFriendsChanged } from './friendship.ts'
import * as queries from './queries.ts'

// Asking to be friends, and what comes of it. Whoever acts holds the two members first, so that
// none is deleted meanwhile, then the one row of the pair: of several who act at once one gets it,
// and the others find what that one made.

/**
 * Asks a member to be friends; who has asked the actor becomes a friend at once. Refuses oneself
 * (400), nobody or who is not verified (404), a friend and who is asked already (409).
 */
export async function sendFriendRequest(
  actor: Actor,
  services: Services,
  memberId: string,
): Promise<'sent' | 'friends'> {
  if (memberId === actor.id) throw new Refusal('bad_request', SAYS.oneself)
  return change(services, async (changing) => {
    const { trx } = changing
    if (!(await queries.holdMembers(trx, actor.id, memberId)))
      throw new Refusal('not_found', PROFILE_SAYS.memberMissing)
    const request = { senderId: actor.id, recipientId: memberId, now: services.clock() }
    const standing = await queries.insertRequest(trx, request)
    if (standing === undefined) throw new Refusal('conflict', SAYS.alreadySent)
    if (await queries.areFriends(trx, actor.id, memberId))
      throw new Refusal('conflict', SAYS.alreadyFriends)
    if (standing === memberId) {
      await queries.takeRequest(trx, memberId, actor.id)
      await becomeFriends(actor, services, changing, memberId)
      return 'friends'
    }
    await notify(services, changing, { to: memberId, type: 'friend_request', senderId: actor.id })
    announceFriendsChanged(changing, actor.id, memberId)
    return 'sent'
  })
}

/** Safe to repeat. Refuses (404) when there is no request of this member's to the actor. */
export async function acceptFriendRequest(
  actor: Actor,
  services: Services,
  memberId: string,
): Promise<void> {
  await change(services, async (changing) => {
    const { trx } = changing
    const areThere = await queries.holdMembers(trx, actor.id, memberId)
    if (areThere && (await queries.takeRequest(trx, memberId, actor.id)))
      return becomeFriends(actor, services, changing, memberId)
    if (!(await queries.areFriends(trx, actor.id, memberId))) throw requestMissing()
  })
}

/** Declines; nobody is told. Refuses (404) when there is no request of this member's. */
export async function rejectFriendRequest(
  actor: Actor,
  services: Services,
  memberId: string,
): Promise<void> {
  await change(services, async (changing) => {
    await dropRequest(changing, { senderId: memberId, recipientId: actor.id })
    tellFriendsChanged(changing, actor.id, memberId)
  })
}

/** Takes the actor's own request back. Refuses (404) when it is not there any more. */
export async function withdrawFriendRequest(
  actor: Actor,
  services: Services,
  memberId: string,
): Promise<void> {
  await change(services, async (changing) => {
    await dropRequest(changing, { senderId: actor.id, recipientId: memberId })
    announceFriendsChanged(changing, actor.id, memberId)
  })
}

async function dropRequest(
  changing: Changing,
  { senderId, recipientId }: { senderId: string; recipientId: string },
) {
  const areThere = await queries.holdMembers(changing.trx, senderId, recipientId)
  if (!areThere || !(await queries.takeRequest(changing.trx, senderId, recipientId)))
    throw requestMissing()
  await forgetRequestNotification(changing, { to: recipientId, senderId })
}

/** The actor says yes to who asked first, who hears of it. */
async function becomeFriends(
  actor: Actor,
  services: Services,
  changing: Changing,
  askerId: string,
) {
  for (const id of [actor.id, askerId])
    if ((await queries.countFriends(changing.trx, id)) >= FRIENDS_MAX)
      throw new Refusal('conflict', SAYS.tooManyFriends)
  await makeFriends(services, changing, actor.id, askerId)
  await readRequestNotification(changing, { to: actor.id, senderId: askerId })
  const text = SAYS.accepted(actor.username)
  await notify(services, changing, { to: askerId, type: 'other', senderId: actor.id, text })
}

function requestMissing() {
  return new Refusal('not_found', SAYS.requestMissing)
}

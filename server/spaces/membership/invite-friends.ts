import { MESSAGES } from '../../../contract/space-invitations.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../../contract/spaces.ts'
import { lockAccounts, lockActor } from '../../accounts/lock-account.ts'
import { notify } from '../../notifications/notify.ts'
import { markInvitationAccepted } from '../../notifications/update-notifications.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { areFriends } from '../../visibility/friendships.ts'
import { lockSpace } from '../lock-space.ts'
import { isSpaceAdmin, notInside } from '../permissions.ts'
import * as queries from '../queries.ts'
import * as invitationQueries from './invitation-queries.ts'

/**
 * Invites friends of the actor, who is in the space, and tells those whom they had not invited
 * before; safe to repeat. Into a private space the admin's invitation lets them, another's leads
 * them to where they ask. Refuses: 403 who is not in it and who is no friend, 409 a full one, and
 * of its admin whom it banned: to all others the answer is as if they were invited.
 */
export function inviteFriends(
  actor: Actor,
  services: Services,
  spaceId: Id,
  userIds: Id[],
): Promise<void> {
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    const ids = [...new Set(userIds)]
    // All at once, in the order of their ids, and before the space.
    await lockAccounts(trx, [actor.id, ...ids])
    await lockActor(trx, actor)
    await invitationQueries.lockFriendships(trx, actor.id, ids)
    const space = await lockSpace(trx, spaceId)
    if (!(await queries.isMember(trx, { spaceId, userId: actor.id }))) throw notInside('space')
    const friends = await invitationQueries.visibleFriendsAmong(trx, actor.id, ids)
    if (friends.length !== ids.length) throw new HttpError('forbidden', MESSAGES.friendsOnly)
    const inside = new Set(await invitationQueries.membersAmong(trx, spaceId, ids))
    const outside = ids.filter((id) => !inside.has(id))
    if (outside.length === 0) return
    if (space.member_count >= space.max_members)
      throw new HttpError('conflict', SPACE_MESSAGES.full)
    const banned = new Set(await invitationQueries.bannedAmong(trx, spaceId, outside))
    if (banned.size > 0 && isSpaceAdmin(actor, space))
      throw new HttpError('conflict', MESSAGES.banned)
    const invited = outside.filter((id) => !banned.has(id))
    if (invited.length === 0) return
    await inviteAndNotify(services, mutation, space, actor.id, invited)
  })
}

/**
 * Tells whom the inviter, who is in the space, had not invited before. The caller has locked the
 * space.
 */
export async function inviteAndNotify(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  space: { id: Id; name: string },
  inviterId: Id,
  userIds: Id[],
): Promise<void> {
  const { trx } = mutation
  const by = { spaceId: space.id, inviterId, now: services.clock() }
  for (const to of await invitationQueries.insertInvitations(trx, by, userIds)) {
    const others = await invitationQueries.countOtherInviters(trx, by, to)
    const notification = {
      kind: 'space_invited',
      params: { spaceName: space.name, others },
    } as const
    await notify(services, mutation, {
      ...notification,
      to,
      senderId: inviterId,
      spaceId: space.id,
    })
  }
}

/** Tells who was invited, and who invited them. The caller has locked the space. */
export async function notifyAccepted(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  space: { id: Id; name: string },
  { memberId, inviterIds }: { memberId: Id; inviterIds: Id[] },
): Promise<void> {
  if (inviterIds.length === 0) return
  const spaceId = space.id
  await markInvitationAccepted(mutation, { to: memberId, spaceId })
  const notification = { kind: 'space_invite_accepted', params: { spaceName: space.name } } as const
  for (const to of await invitationQueries.membersAmong(mutation.trx, spaceId, inviterIds))
    await notify(services, mutation, { ...notification, to, senderId: memberId, spaceId })
}

/**
 * Friendship or a block between two members came or went: only friends are invited, and whom a link
 * brought, who becomes a friend with the invitation in hand.
 */
export async function endInvitationsBetween({ trx }: Mutation, one: Id, other: Id): Promise<void> {
  if (await areFriends(trx, one, other)) return
  await invitationQueries.deleteInvitationsBetween(trx, one, other)
}

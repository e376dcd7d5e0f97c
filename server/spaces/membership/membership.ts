import { MESSAGES as BAN_MESSAGES } from '../../../contract/space-bans.ts'
import { MESSAGES, type Space } from '../../../contract/spaces.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { notifyAffectedMember } from '../../notifications/notify.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Topic } from '../../realtime/bus.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { type LockedSpace, lockSpace } from '../lock-space.ts'
import { isSpaceAdmin, requireSpaceAdmin } from '../permissions.ts'
import * as queries from '../queries.ts'
import { readSpace } from '../read-spaces.ts'
import { publishMemberJoined, publishMembersLeft, publishSpaceChanged } from '../space-events.ts'
import { findBanReason } from './ban-queries.ts'
import { takeInvitations } from './invitation-queries.ts'
import { notifyAccepted } from './invite-friends.ts'
import { endRequestOfMember } from './join-requests.ts'

// Who is in a space: never more than it has room for, however many come at once, and always its
// admin. Joining and leaving are safe to repeat.

/**
 * Joins a public space, or a private one whose admin invited the actor. Refuses: 403 a private one
 * and who is banned, 409 a full one.
 */
export function joinSpace(actor: Actor, services: Services, spaceId: Id): Promise<Space> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const space = await lockSpace(trx, spaceId)
    const onlyInvitedBy = space.is_private === 1 ? space.admin_id : undefined
    const isNew = await admitMember(services, mutation, space, actor.id, { onlyInvitedBy })
    if (isNew) await endRequestOfMember(mutation, space, actor.id)
    return readSpace(actor, services, spaceId, trx)
  })
}

/**
 * Gives a person a place; false if they had one. However they come, they are invited no more.
 * Refuses: 403 who is banned, or not invited by whom alone it may be; 409 when there is none left.
 * The caller has locked the space.
 */
export async function admitMember(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  space: LockedSpace,
  userId: Id,
  { onlyInvitedBy }: { onlyInvitedBy?: Id | undefined } = {},
): Promise<boolean> {
  const { trx } = mutation
  const member = { spaceId: space.id, userId }
  const banReason = await findBanReason(trx, member)
  if (banReason !== undefined) throw new HttpError('forbidden', BAN_MESSAGES.isBanned(banReason))
  const since = {
    now: services.clock(),
    lastReadSeq: space.last_seq,
    readsAfterSeq: space.opened_seq,
  }
  if (!(await queries.insertMember(trx, member, since))) return false
  const inviterIds = await takeInvitations(trx, space.id, userId)
  // Before the room, of which a stranger learns nothing.
  if (onlyInvitedBy !== undefined && !inviterIds.includes(onlyInvitedBy))
    throw new HttpError('forbidden', MESSAGES.isPrivate)
  if (!(await queries.takePlace(trx, space.id))) throw new HttpError('conflict', MESSAGES.full)
  publishMemberJoined(mutation, space.id, userId)
  await notifyAccepted(services, mutation, space, { memberId: userId, inviterIds })
  return true
}

/** Leaves a space. Refuses (409) the admin, who hands it over or deletes it. */
export function leaveSpace(actor: Actor, services: Services, spaceId: Id): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    const space = await lockSpace(mutation.trx, spaceId)
    if (isSpaceAdmin(actor, space)) throw new HttpError('conflict', MESSAGES.adminCannotLeave)
    await dismissMember(mutation, spaceId, actor.id)
  })
}

/**
 * Takes a member out of the space, and tells them. For its admin, who cannot take out themself
 * (409).
 */
export function removeMember(
  actor: Actor,
  services: Services,
  { spaceId, userId, reason }: { spaceId: Id; userId: Id; reason: string },
): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    const space = await lockSpace(mutation.trx, spaceId)
    requireSpaceAdmin(actor, space)
    if (userId === actor.id) throw new HttpError('conflict', MESSAGES.adminCannotLeave)
    if (!(await dismissMember(mutation, spaceId, userId))) return
    const notification = {
      kind: 'member_removed',
      params: { spaceName: space.name, reason },
    } as const
    await notifyAffectedMember(actor, services, mutation, { ...notification, to: userId, spaceId })
  })
}

/** False when the person was no member. The caller has locked the space. */
export async function dismissMember(mutation: Mutation, spaceId: Id, userId: Id): Promise<boolean> {
  const { trx } = mutation
  if (!(await queries.deleteMember(trx, { spaceId, userId }))) return false
  await queries.freePlace(trx, spaceId)
  publishMembersLeft(mutation, spaceId, [userId])
  publishSpaceChanged(mutation, spaceId)
  return true
}

/** What a member listens to: every space whose messages are for them. */
export async function topicsOf(actor: Actor, { db }: Pick<Services, 'db'>): Promise<Topic[]> {
  const ids = await queries.joinedSpaceIds(db, actor.id)
  return ids.map((id) => `space:${id}` as const)
}

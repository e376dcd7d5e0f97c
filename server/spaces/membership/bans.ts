import { MESSAGES, SPACE_BANS_MAX, type SpaceBan } from '../../../contract/space-bans.ts'
import { MESSAGES as SPACE_MESSAGES } from '../../../contract/spaces.ts'
import { lockAccountsIfAllExist } from '../../accounts/lock-account.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { presentAuthor } from '../../accounts/present.ts'
import { notifyAffectedMember } from '../../notifications/notify.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Actor, Services } from '../../services.ts'
import { lockSpace } from '../lock-space.ts'
import { requireSpaceAdmin } from '../permissions.ts'
import { requireAdminOf } from '../space-admin.ts'
import { publishJoinRequestsChanged } from '../space-events.ts'
import * as banQueries from './ban-queries.ts'
import { takeInvitations } from './invitation-queries.ts'
import { endRequestOfMember } from './join-requests.ts'
import { dismissMember } from './membership.ts'

// Bans: who is banned from a space is taken out of it and can neither join nor ask to, until the
// admin lifts that. The door itself is `admitMember`, which lets nobody in who is banned.

interface Ban {
  spaceId: Id
  userId: Id
}

/**
 * Bans a member, who waits to be let in or who wrote something there, and tells them why; safe to
 * repeat. For the space's admin. Refuses: 400 oneself, 409 who has nothing to do with the space.
 */
export function banMember(
  actor: Actor,
  services: Services,
  { spaceId, userId, reason }: Ban & { reason: string },
): Promise<void> {
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    // Both at once, in the order of their ids.
    if (!(await lockAccountsIfAllExist(trx, [actor.id, userId])))
      throw new HttpError('conflict', SPACE_MESSAGES.notMember)
    const space = await lockSpace(trx, spaceId)
    requireSpaceAdmin(actor, space)
    if (userId === actor.id) throw new HttpError('bad_request', MESSAGES.oneself)
    const ban = { space_id: spaceId, user_id: userId, reason, created_at: services.clock() }
    if (!(await banQueries.insertBan(trx, ban))) return
    if ((await banQueries.countBans(trx, spaceId)) > SPACE_BANS_MAX)
      throw new HttpError('conflict', MESSAGES.bansFull)
    const wasMember = await dismissMember(mutation, spaceId, userId)
    const hadAsked = await endRequestOfMember(mutation, space, userId)
    await takeInvitations(trx, spaceId, userId)
    if (!wasMember && !hadAsked && !(await banQueries.wroteIn(trx, actor.id, { spaceId, userId })))
      throw new HttpError('conflict', MESSAGES.neverHere)
    // Also to who had left: their pages show why they cannot join.
    publishJoinRequestsChanged(mutation, spaceId, [userId])
    const notification = {
      kind: 'member_banned',
      params: { spaceName: space.name, reason },
    } as const
    await notifyAffectedMember(actor, services, mutation, { ...notification, to: userId, spaceId })
  })
}

/** Lets somebody join or ask again, and tells them; safe to repeat. For the space's admin. */
export function liftBan(actor: Actor, services: Services, { spaceId, userId }: Ban): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    const space = await lockSpace(mutation.trx, spaceId)
    requireSpaceAdmin(actor, space)
    if (!(await banQueries.deleteBan(mutation.trx, { spaceId, userId }))) return
    publishJoinRequestsChanged(mutation, spaceId, [userId])
    const notification = { kind: 'ban_lifted', params: { spaceName: space.name } } as const
    await notifyAffectedMember(actor, services, mutation, { ...notification, to: userId, spaceId })
  })
}

/** Who is banned, the latest first. For the space's admin. */
export async function readBans(actor: Actor, services: Services, spaceId: Id): Promise<SpaceBan[]> {
  await requireAdminOf(actor, services.db, spaceId)
  const rows = await banQueries.bansOf(services.db, spaceId)
  return rows.map((row) => presentBan(services, row))
}

function presentBan({ images }: Pick<Services, 'images'>, row: banQueries.BanRow): SpaceBan {
  return {
    ...presentAuthor(images, row.user_id, row),
    reason: row.reason,
    bannedAt: isoTimestamp(row.created_at),
  }
}

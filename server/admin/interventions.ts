import { MESSAGES } from '../../contract/admin.ts'
import { mutateAs } from '../accounts/lock-account.ts'
import { endAllSessions } from '../accounts/sessions.ts'
import { notifyOfRemoval } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { removePhoto } from '../profile/remove-photo.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { removeSpace } from '../spaces/remove-space.ts'
import { recordAdminAct } from './audit-log.ts'
import * as queries from './queries.ts'

// What administrators do to spaces and accounts short of deleting an account. Each is written down
// with its reason, and told to whom it concerns.

/** Deletes anybody's space and tells its members why. Refuses (404) one that is not there. */
export async function removeMembersSpace(
  actor: Actor,
  services: Services,
  spaceId: Id,
  reason: string,
): Promise<void> {
  await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const removed = await removeSpace(services, mutation, spaceId)
    if (!removed) throw new HttpError('not_found', MESSAGES.spaceMissing)
    const memberNumber = await queries.memberNumberOf(trx, removed.adminId)
    const act = { adminId: actor.id, act: 'remove_space', memberNumber, reason } as const
    await recordAdminAct(services, trx, act)
    const params = { spaceName: removed.name, reason }
    for (const to of removed.memberIds)
      await notifyOfRemoval(actor, services, mutation, { kind: 'space_removed', params, to })
  })
  await services.unfinishedSpaces.finishSoon(spaceId)
}

/** Takes a member's photo away and tells them why. Refuses (404) where there is none. */
export async function removeMembersPhoto(
  actor: Actor,
  services: Services,
  memberId: Id,
  reason: string,
): Promise<void> {
  await mutateAs(actor, services, async (mutation) => {
    if (!(await removePhoto(services, mutation, memberId)))
      throw new HttpError('not_found', MESSAGES.photoMissing)
    await recordAndTell(actor, services, mutation, { act: 'remove_photo', memberId, reason })
  })
  services.images.sweepSoon()
}

/** Signs a member out everywhere, who can sign in again and is told why. Refuses (404) nobody. */
export function endMembersSessions(
  actor: Actor,
  services: Services,
  memberId: Id,
  reason: string,
): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    if (!(await queries.isAccount(mutation.trx, memberId)))
      throw new HttpError('not_found', MESSAGES.userMissing)
    await endAllSessions(mutation, memberId)
    await recordAndTell(actor, services, mutation, { act: 'end_sessions', memberId, reason })
  })
}

const KINDS = { remove_photo: 'photo_removed', end_sessions: 'signed_out' } as const

async function recordAndTell(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { act, memberId, reason }: { act: keyof typeof KINDS; memberId: Id; reason: string },
) {
  const memberNumber = await queries.memberNumberOf(mutation.trx, memberId)
  await recordAdminAct(services, mutation.trx, { adminId: actor.id, act, memberNumber, reason })
  const news = { kind: KINDS[act], params: { reason } } as const
  await notifyOfRemoval(actor, services, mutation, { ...news, to: memberId })
}

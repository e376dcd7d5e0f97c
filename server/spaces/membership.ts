import { SAYS, type Space } from '../../contract/spaces.ts'
import { Refusal } from '../platform/http/refusal.ts'
import type { Topic } from '../platform/realtime/bus.ts'
import { change } from '../platform/realtime/change.ts'
import type { Actor, Changing, Services } from '../services.ts'
import { announceJoined, announceLeft, announceSpace } from './announcing.ts'
import { readSpace } from './discovering.ts'
import { type HeldSpace, heldSpace, holdOwnAccount } from './holding.ts'
import { endRequestOfMember } from './join-requests.ts'
import { isSpaceAdmin, requireSpaceAdmin } from './permissions.ts'
import * as queries from './queries.ts'

// Who is in a space: never more than it has room for, however many come at once, and always its
// admin. Joining and leaving are safe to repeat.

/** Joins a public space. Refuses: 403 a private one, 409 a full one. */
export function joinSpace(actor: Actor, services: Services, spaceId: string): Promise<Space> {
  return change(services, async (changing) => {
    const { trx } = changing
    await holdOwnAccount(actor, trx)
    const space = await heldSpace(trx, spaceId)
    const isNew = await admitMember(services, changing, space, actor.id)
    // Refusing undoes it: only who was a member before comes through here.
    if (isNew && space.is_private === 1) throw new Refusal('forbidden', SAYS.isPrivate)
    if (isNew) await endRequestOfMember(changing, space, actor.id)
    return readSpace(actor, services, spaceId, trx)
  })
}

/**
 * Gives a person a place, false if they had one. Refuses (409) when there is none left. The caller
 * holds the space.
 */
export async function admitMember(
  { clock }: Pick<Services, 'clock'>,
  changing: Changing,
  space: HeldSpace,
  userId: string,
): Promise<boolean> {
  const { trx } = changing
  const member = { spaceId: space.id, userId }
  const since = { now: clock(), lastReadSeq: space.last_seq }
  if (!(await queries.insertMember(trx, member, since))) return false
  if (!(await queries.takePlace(trx, space.id))) throw new Refusal('conflict', SAYS.full)
  announceJoined(changing, space.id, userId)
  return true
}

/** Leaves a space. Refuses (409) the admin, who hands it over or deletes it. */
export function leaveSpace(actor: Actor, services: Services, spaceId: string): Promise<void> {
  return change(services, async (changing) => {
    const space = await heldSpace(changing.trx, spaceId)
    if (isSpaceAdmin(actor, space)) throw new Refusal('conflict', SAYS.adminCannotLeave)
    await dismissMember(changing, spaceId, actor.id)
  })
}

/** Takes a member out of the space. For its admin, who cannot take out themself (409). */
export function removeMember(
  actor: Actor,
  services: Services,
  spaceId: string,
  userId: string,
): Promise<void> {
  return change(services, async (changing) => {
    requireSpaceAdmin(actor, await heldSpace(changing.trx, spaceId))
    if (userId === actor.id) throw new Refusal('conflict', SAYS.adminCannotLeave)
    await dismissMember(changing, spaceId, userId)
  })
}

/** The caller holds the space. */
async function dismissMember(changing: Changing, spaceId: string, userId: string) {
  const { trx } = changing
  if (!(await queries.deleteMember(trx, { spaceId, userId }))) return
  await queries.freePlace(trx, spaceId)
  announceLeft(changing, spaceId, [userId])
  announceSpace(changing, spaceId)
}

/** What a member listens to: every space they are in. */
export async function topicsOf(actor: Actor, { db }: Pick<Services, 'db'>): Promise<Topic[]> {
  const ids = await queries.spaceIdsOf(db, actor.id)
  return ids.map((id) => `space:${id}` as const)
}

import { type JoinRequest, SAYS } from '../../contract/spaces.ts'
import { forgetJoinRequestNotification } from '../notifications/forgetting.ts'
import { notify } from '../notifications/notify.ts'
import { Refusal } from '../platform/http/refusal.ts'
import { change } from '../platform/realtime/change.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Changing, Services } from '../services.ts'
import { announceRequests } from './announcing.ts'
import { type HeldSpace, heldSpace, holdOwnAccount } from './holding.ts'
import * as requestQueries from './join-request-queries.ts'
import { requireSpaceAdmin } from './permissions.ts'
import { presentJoinRequest } from './present.ts'
import * as queries from './queries.ts'

// Asking to be let into a private space: one request of a person waits at a time, and who was
// denied may ask again a day later. How requests are answered is in `answering.ts`.

/** Asks. Refuses: 400 a public space, 409 a member, one who waits, one denied within the day. */
export function askToJoin(
  actor: Actor,
  services: Services,
  { spaceId, message }: { spaceId: string; message: string },
): Promise<JoinRequest> {
  return change(services, async (changing) => {
    const { trx } = changing
    await holdOwnAccount(actor, trx)
    const space = await heldSpace(trx, spaceId)
    if (await queries.isMember(trx, { spaceId, userId: actor.id }))
      throw new Refusal('conflict', SAYS.alreadyMember)
    if (space.is_private === 0) throw new Refusal('bad_request', SAYS.isPublic)
    const asking = { spaceId, userId: actor.id, message, now: services.clock() }
    const made = await requestQueries.insertRequest(trx, asking)
    if (!made) throw await whyNot(trx, spaceId, actor.id)
    const news = { to: space.admin_id, type: 'join_request', senderId: actor.id, spaceId } as const
    await notify(services, changing, news)
    announceRequests(changing, spaceId, [space.admin_id, actor.id])
    return readRequest(actor, services, trx, made.id)
  })
}

async function whyNot(trx: Queryable, spaceId: string, userId: string): Promise<Refusal> {
  const last = await requestQueries.findStatus(trx, spaceId, userId)
  return new Refusal('conflict', last?.status === 'denied' ? SAYS.askLater : SAYS.alreadyAsked)
}

/** Takes one's own request back. Refuses: 404 another's, 409 one that was answered. */
export function withdrawRequest(
  actor: Actor,
  services: Services,
  requestId: string,
): Promise<void> {
  return change(services, async (changing) => {
    const request = await visibleRequest(actor, changing.trx, requestId)
    if (request.user_id !== actor.id) throw new Refusal('forbidden', SAYS.notYourRequest)
    const space = await heldSpace(changing.trx, request.space_id)
    if (!(await requestQueries.deletePendingRequest(changing.trx, requestId)))
      throw new Refusal('conflict', SAYS.alreadyAnswered)
    await tellRequestEnded(changing, space, actor.id)
  })
}

/** Who is in the space waits for no answer any more. The caller holds the space. */
export async function endRequestOfMember(changing: Changing, space: HeldSpace, userId: string) {
  if (await requestQueries.deleteRequestOf(changing.trx, space.id, userId))
    await tellRequestEnded(changing, space, userId)
}

/** The request waits no longer: the admin need not be reminded of it. */
export async function tellRequestEnded(changing: Changing, space: HeldSpace, userId: string) {
  const { id: spaceId, admin_id: to } = space
  await forgetJoinRequestNotification(changing, { to, senderId: userId, spaceId })
  announceRequests(changing, spaceId, [to, userId])
}

/** The actor's own, newest first. */
export async function readMyRequests(actor: Actor, services: Services): Promise<JoinRequest[]> {
  const rows = await requestQueries.requestsOf(services.db, actor.id)
  return rows.map((row) => presentJoinRequest(services, row))
}

/** What waits for an answer, oldest first. For the space's admin. */
export async function readSpaceRequests(
  actor: Actor,
  services: Services,
  spaceId: string,
): Promise<JoinRequest[]> {
  const space = await queries.findStanding(services.db, { spaceId, userId: actor.id })
  if (!space) throw new Refusal('not_found', SAYS.spaceMissing)
  requireSpaceAdmin(actor, space)
  const rows = await requestQueries.pendingRequests(services.db, spaceId)
  return rows.map((row) => presentJoinRequest(services, row))
}

/** 404 for who neither asked nor is in the space. */
export async function visibleRequest(actor: Actor, db: Queryable, requestId: string) {
  const request = await requestQueries.findRequest(db, actor.id, requestId)
  if (!request) throw new Refusal('not_found', SAYS.requestMissing)
  return request
}

export async function readRequest(
  actor: Actor,
  services: Services,
  db: Queryable,
  requestId: string,
): Promise<JoinRequest> {
  return presentJoinRequest(services, await visibleRequest(actor, db, requestId))
}

import type { JoinRequest } from '../../../contract/join-requests.ts'
import { MESSAGES as BAN_MESSAGES } from '../../../contract/space-bans.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { presentAuthor } from '../../accounts/present.ts'
import { notify } from '../../notifications/notify.ts'
import { deleteJoinRequestNotification } from '../../notifications/update-notifications.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import { isoTimestamp } from '../../platform/timestamps.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { type LockedSpace, lockSpace } from '../lock-space.ts'
import * as queries from '../queries.ts'
import { requireAdminOf } from '../space-admin.ts'
import { publishJoinRequestsChanged } from '../space-events.ts'
import { findBanReason } from './ban-queries.ts'
import * as requestQueries from './join-request-queries.ts'

// Asking to be let into a private space: one request of a person waits at a time, and who was
// denied may ask again a day later. How requests are answered is in
// `answer-join-request.ts`.

/**
 * Asks. Refuses: 400 a public space, 403 who is banned, 409 a member, one who waits, one denied
 * within the day.
 */
export function askToJoin(
  actor: Actor,
  services: Services,
  { spaceId, message }: { spaceId: Id; message: string },
): Promise<JoinRequest> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const space = await lockSpace(trx, spaceId)
    if (await queries.isMember(trx, { spaceId, userId: actor.id }))
      throw new HttpError('conflict', MESSAGES.alreadyMember)
    const banReason = await findBanReason(trx, { spaceId, userId: actor.id })
    if (banReason !== undefined) throw new HttpError('forbidden', BAN_MESSAGES.isBanned(banReason))
    if (space.is_private === 0) throw new HttpError('bad_request', MESSAGES.isPublic)
    const asking = { spaceId, userId: actor.id, message, now: services.clock() }
    const made = await requestQueries.insertRequest(trx, asking)
    if (!made) throw await requestConflict(trx, spaceId, actor.id)
    const notification = {
      to: space.admin_id,
      kind: 'join_request',
      senderId: actor.id,
      spaceId,
    } as const
    await notify(services, mutation, notification)
    publishJoinRequestsChanged(mutation, spaceId, [space.admin_id, actor.id])
    return readRequest(actor, services, trx, made.id)
  })
}

async function requestConflict(trx: Queryable, spaceId: Id, userId: Id): Promise<HttpError> {
  const last = await requestQueries.findStatus(trx, spaceId, userId)
  return new HttpError(
    'conflict',
    last?.status === 'denied' ? MESSAGES.askLater : MESSAGES.alreadyAsked,
  )
}

/** Takes one's own request back. Refuses: 404 another's, 409 one that was answered. */
export function withdrawRequest(actor: Actor, services: Services, requestId: Id): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    const request = await visibleRequest(actor, mutation.trx, requestId)
    if (request.user_id !== actor.id) throw new HttpError('forbidden', MESSAGES.notYourRequest)
    const space = await lockSpace(mutation.trx, request.space_id)
    if (!(await requestQueries.deletePendingRequest(mutation.trx, requestId)))
      throw new HttpError('conflict', MESSAGES.alreadyAnswered)
    await publishRequestEnded(mutation, space, actor.id)
  })
}

/** Who is in, or banned, waits no more. True if they did. The caller has locked the space. */
export async function endRequestOfMember(
  mutation: Mutation,
  space: LockedSpace,
  userId: Id,
): Promise<boolean> {
  const wasWaiting = await requestQueries.deleteRequestOf(mutation.trx, space.id, userId)
  if (wasWaiting) await publishRequestEnded(mutation, space, userId)
  return wasWaiting
}

/** The request waits no longer: the admin need not be reminded of it. */
export async function publishRequestEnded(mutation: Mutation, space: LockedSpace, userId: Id) {
  const { id: spaceId, admin_id: to } = space
  await deleteJoinRequestNotification(mutation, { to, senderId: userId, spaceId })
  publishJoinRequestsChanged(mutation, spaceId, [to, userId])
}

export async function readMyRequests(actor: Actor, services: Services): Promise<JoinRequest[]> {
  const rows = await requestQueries.requestsOf(services.db, actor.id)
  return rows.map((row) => presentJoinRequest(services, row))
}

/** What waits for an answer, oldest first. For the space's admin. */
export async function readSpaceRequests(
  actor: Actor,
  services: Services,
  spaceId: Id,
): Promise<JoinRequest[]> {
  await requireAdminOf(actor, services.db, spaceId)
  const rows = await requestQueries.pendingRequests(services.db, actor.id, spaceId)
  return rows.map((row) => presentJoinRequest(services, row))
}

/** 404 for who neither asked nor is in the space. */
export async function visibleRequest(actor: Actor, db: Queryable, requestId: Id) {
  const request = await requestQueries.findRequest(db, actor.id, requestId)
  if (!request) throw new HttpError('not_found', MESSAGES.requestMissing)
  return request
}

export async function readRequest(
  actor: Actor,
  services: Services,
  db: Queryable,
  requestId: Id,
): Promise<JoinRequest> {
  return presentJoinRequest(services, await visibleRequest(actor, db, requestId))
}

function presentJoinRequest(
  { images }: Pick<Services, 'images'>,
  row: requestQueries.JoinRequestRow,
): JoinRequest {
  return {
    _id: String(row.id),
    space: { _id: String(row.space_id), name: row.space_name },
    user: presentAuthor(images, row.user_id, row),
    message: row.message,
    invitedBy: row.invited_by,
    inviterCount: Number(row.inviter_count),
    status: row.status,
    adminResponse: row.admin_response,
    createdAt: isoTimestamp(row.created_at),
  }
}

import { searchTextOf } from '../../contract/space-search.ts'
import {
  MESSAGES,
  type Space,
  type SpaceBody,
  type SpaceChangeBody,
} from '../../contract/spaces.ts'
import { lockAccountsIfAllExist, lockActor } from '../accounts/lock-account.ts'
import { mutateAs } from '../accounts/mutate-as.ts'
import { notify, notifyAffectedMember } from '../notifications/notify.ts'
import {
  deleteJoinRequestNotifications,
  deleteOpeningNotifications,
  deleteSpaceNotifications,
} from '../notifications/update-notifications.ts'
import { createOnce, mutate } from '../platform/database/mutate.ts'
import { conflictAt, HttpError } from '../platform/http/http-error.ts'
import type { IdempotentRequest } from '../platform/idempotency.ts'
import type { Id } from '../platform/ids.ts'
import { deleteRemovalsOfSpace } from '../removals/removals.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { lockSpace, spaceToChange } from './lock-space.ts'
import * as requestQueries from './membership/join-request-queries.ts'
import { isSpaceAdmin, requireSpaceAdmin } from './permissions.ts'
import { copyArt } from './pinned-art.ts'
import * as queries from './queries.ts'
import { readSpace } from './read-spaces.ts'
import {
  publishJoinRequestsChanged,
  publishMemberJoined,
  publishMembersLeft,
  publishSpaceChanged,
} from './space-events.ts'

/** Refuses (404) where a request before made it and it is gone. */
export async function createSpace(
  actor: Actor,
  services: Services,
  body: SpaceBody,
  request: IdempotentRequest | null,
): Promise<Space> {
  const { id, created } = await createOnce(services, request, {
    begin: (trx) => lockActor(trx, actor),
    prepare: () => copyArt(services, actor.id, body.pinnedArt.url),
    create: (mutation, id, artId) => insertSpace(actor, services, mutation, { body, id, artId }),
  })
  return created ?? readSpace(actor, services, id)
}

async function insertSpace(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { body, id, artId }: { body: SpaceBody; id: Id; artId: string | null },
): Promise<Space> {
  const { trx } = mutation
  const now = services.clock()
  if (artId) await services.images.use(trx, artId, id)
  await queries.insertSpace(trx, {
    ...columnsOf(body),
    art_image_id: artId,
    id,
    admin_id: actor.id,
    member_count: 1,
    last_seq: 0,
    last_activity_at: now,
    created_at: now,
  })
  const since = { now, lastReadSeq: 0, readsAfterSeq: 0 }
  await queries.insertMember(trx, { spaceId: id, userId: actor.id }, since)
  publishMemberJoined(mutation, id, actor.id)
  return readSpace(actor, services, id, trx)
}

/**
 * Changes the space. For its admin. Refuses (409) less room than there are members. Requests that
 * wait stay to be answered, also when the space becomes public: what was written until then stays
 * with its members, who are told.
 */
export async function updateSpace(
  actor: Actor,
  services: Services,
  spaceId: Id,
  change: SpaceChangeBody,
): Promise<Space> {
  const { images } = services
  const before = await spaceToChange(services.db, spaceId)
  requireSpaceAdmin(actor, before)
  const kept = before.art_url === change.pinnedArt.url ? before.art_image_id : null
  const copied = kept ? null : await copyArt(services, spaceId, change.pinnedArt.url)
  const updated = await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const space = await lockSpace(trx, spaceId)
    requireSpaceAdmin(actor, space)
    // Pinned meanwhile is another: of this one there is no picture any more.
    if (kept && space.art_image_id !== kept) return undefined
    const body = { ...change, isPrivate: change.isPrivate ?? space.is_private === 1 }
    const artId = kept ?? copied
    if (space.art_image_id && space.art_image_id !== artId)
      await images.release(trx, [space.art_image_id])
    if (copied) await images.use(trx, copied)
    const isOpened = space.is_private === 1 && !body.isPrivate
    const opened_seq = isOpened ? space.last_seq : space.opened_seq
    const columns = { ...columnsOf(body), art_image_id: artId, opened_seq }
    if (!(await queries.updateSpace(trx, spaceId, columns)))
      throw conflictAt('maxMembers', MESSAGES.membersBelowCount)
    if (isOpened) await notifyOfOpening(actor, services, mutation, { ...body, id: spaceId })
    publishSpaceChanged(mutation, spaceId)
    return readSpace(actor, services, spaceId, trx)
  })
  return updated ?? updateSpace(actor, services, spaceId, change)
}

async function notifyOfOpening(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { id: spaceId, name }: { id: Id; name: string },
) {
  const notification = {
    kind: 'space_opened',
    params: { spaceName: name },
  } as const
  await deleteOpeningNotifications(mutation, spaceId)
  for (const to of await queries.memberIds(mutation.trx, spaceId))
    await notifyAffectedMember(actor, services, mutation, { ...notification, to, spaceId })
}

/** Deletes the space with everything in it, and tells its members. For its admin. */
export async function deleteSpace(
  actor: Actor,
  services: Services,
  spaceId: Id,
  reason: string,
): Promise<void> {
  await mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const space = await lockSpace(trx, spaceId)
    requireSpaceAdmin(actor, space)
    const members = await queries.memberIds(trx, spaceId)
    await deleteLockedSpace(services, mutation, spaceId)
    const notification = {
      kind: 'space_deleted',
      params: { spaceName: space.name, reason },
    } as const
    for (const to of members)
      await notifyAffectedMember(actor, services, mutation, { ...notification, to })
  })
  await services.spaceJobs.finishSoon(spaceId)
}

/** With all that is in it. The caller has locked the space. */
export async function deleteLockedSpace(
  services: Pick<Services, 'images'>,
  mutation: Mutation,
  spaceId: Id,
) {
  await removeLockedSpace(mutation, spaceId)
  await finishRemovedSpace(services, mutation, spaceId)
}

/** From now on what a removed space left behind is deleted, with `spaceJobs`; its picture, too. */
export async function finishRemovedSpace(
  { images }: Pick<Services, 'images'>,
  { trx }: Mutation,
  spaceId: Id,
) {
  await images.releaseAllOf(trx, spaceId)
  await deleteRemovalsOfSpace(trx, spaceId)
  await queries.insertDeletedSpace(trx, spaceId)
}

/** Its messages stay behind, where nobody can reach them. The caller has locked the space. */
export async function removeLockedSpace(mutation: Mutation, spaceId: Id) {
  const { trx } = mutation
  const members = await queries.memberIds(trx, spaceId)
  const waiting = await requestQueries.waitingIds(trx, spaceId)
  await queries.deleteSpace(trx, spaceId)
  await deleteSpaceNotifications(mutation, spaceId)
  publishMembersLeft(mutation, spaceId, members)
  publishJoinRequestsChanged(mutation, spaceId, waiting)
}

/** Hands the space over to another member. For its admin; 409 for who is not in the space. */
export function transferSpace(
  actor: Actor,
  services: Services,
  spaceId: Id,
  userId: Id,
): Promise<void> {
  return mutate(services, (mutation) =>
    transferSpaces(actor, services, mutation, {
      heirs: [{ space: spaceId, heir: userId }],
      from: actor.id,
    }),
  )
}

/**
 * As `transferSpace`, of several all or none, within the caller's mutation. `from` is null where the
 * actor is gone with it.
 */
export async function transferSpaces(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { heirs, from }: { heirs: { space: Id; heir: Id }[]; from: Id | null },
): Promise<void> {
  const { trx } = mutation
  // All at once, in the order of their ids; then the spaces, in theirs.
  if (!(await lockAccountsIfAllExist(trx, [actor.id, ...heirs.map(({ heir }) => heir)])))
    throw new HttpError('conflict', MESSAGES.notMember)
  for (const { space: spaceId, heir } of heirs.toSorted((one, other) => one.space - other.space)) {
    const space = await lockSpace(trx, spaceId)
    requireSpaceAdmin(actor, space)
    if (!(await queries.isMember(trx, { spaceId, userId: heir })))
      throw new HttpError('conflict', MESSAGES.notMember)
    if (isSpaceAdmin({ id: heir }, space)) continue
    await handOverSpace(services, mutation, space, { from, to: heir })
  }
}

/**
 * Tells them who and what waits, too. The caller has locked the space. `from` is null for who is
 * gone.
 */
export async function handOverSpace(
  services: Pick<Services, 'clock' | 'images' | 'hooks'>,
  mutation: Mutation,
  space: { id: Id; name: string },
  { from, to }: { from: Id | null; to: Id },
) {
  await queries.updateAdmin(mutation.trx, space.id, to)
  await handOverRequests(services, mutation, space.id, { from, to })
  await notify(services, mutation, {
    to,
    kind: 'space_passed',
    params: { spaceName: space.name },
    senderId: null,
    spaceId: space.id,
  })
  await services.hooks.spaceTransferred(mutation, space, to)
  publishSpaceChanged(mutation, space.id)
  publishJoinRequestsChanged(mutation, space.id, from === null ? [to] : [from, to])
}

/**
 * Who waits is the new admin's to answer, and the old one's no more. Told are those that the list
 * of requests begins with: there may be any number, and others wait for the space meanwhile.
 */
async function handOverRequests(
  services: Pick<Services, 'clock' | 'images'>,
  mutation: Mutation,
  spaceId: Id,
  { from, to }: { from: Id | null; to: Id },
) {
  if (from) await deleteJoinRequestNotifications(mutation, { to: from, spaceId })
  for (const { user_id: senderId } of await requestQueries.pendingRequests(
    mutation.trx,
    to,
    spaceId,
  ))
    await notify(services, mutation, { senderId, spaceId, to, kind: 'join_request' })
}

function columnsOf(body: SpaceBody) {
  return {
    name: body.name,
    description: body.description,
    color_palette: JSON.stringify(body.colorPalette),
    sound_url: body.sound.url,
    sound_name: body.sound.name,
    sound_volume: body.sound.volume,
    art_url: body.pinnedArt.url,
    art_title: body.pinnedArt.title,
    art_artist: body.pinnedArt.artist,
    is_private: body.isPrivate ? 1 : 0,
    max_members: body.maxMembers,
    tags: JSON.stringify(body.tags),
    vibe: body.vibe,
    search_text: searchTextOf(body),
  }
}

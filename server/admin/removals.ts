import { type AdminAct, MESSAGES } from '../../contract/admin.ts'
import type { RemovedKind } from '../../contract/removal.ts'
import { mutateAs } from '../accounts/mutate-as.ts'
import type { About } from '../notifications/kinds.ts'
import { notifyAffectedMember } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import { removeComment } from '../posts/comments/comments.ts'
import { removePost } from '../posts/deletion/removed-posts.ts'
import { removePhoto, removeProfile } from '../profile/remove-profile.ts'
import { type Removed, recordRemoval } from '../removals/removals.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, RemovedThing, Services } from '../services.ts'
import { removeMessage } from '../spaces/messages/remove-message.ts'
import { removeSpace } from '../spaces/remove-space.ts'
import { recordAdminAct } from './audit-log.ts'
import * as queries from './queries.ts'

// What administrators take away. It is out of everybody's sight at once, and can be given back for
// a while by undoing the act in the log (`undo.ts`).

interface Taken {
  act: AdminAct
  removed: Removed
  /** What whose it was is told. */
  notification: About
  alsoTold?: Id[]
  spaceId?: Id
}

type Remove = (
  services: Services,
  mutation: Mutation,
  id: Id,
  reason: string,
) => Promise<Taken | undefined>

const REMOVE: Record<RemovedKind, Remove> = {
  async post({ clock }, mutation, id, reason) {
    const removed = await removePost(mutation, id, clock())
    const notification = { kind: 'post_removed', params: { reason, postId: id } } as const
    return removed && { act: 'delete_post', removed, notification }
  },

  async comment(_services, mutation, id, reason) {
    const removed = await removeComment(mutation, id)
    const notification = { kind: 'comment_removed', params: { reason } } as const
    return removed && { act: 'delete_comment', removed, notification }
  },

  async message(services, mutation, id, reason) {
    const removed = await removeMessage(mutation, id, services.clock())
    if (!removed) return undefined
    const { spaceId, spaceName, isConversation } = removed
    const params = { spaceName, reason, isConversation }
    const notification = { kind: 'message_removed', params } as const
    return { act: 'delete_message', removed, notification, spaceId }
  },

  async photo(services, mutation, id, reason) {
    const removed = await removePhoto(services, mutation, id)
    const notification = { kind: 'photo_removed', params: { reason } } as const
    return removed && { act: 'remove_photo', removed, notification }
  },

  async profile(services, mutation, id, reason) {
    const removed = await removeProfile(services, mutation, id)
    if (!removed) return undefined
    const { parts } = removed
    const notification = { kind: 'profile_removed', params: { parts, reason } } as const
    return { act: 'remove_profile', removed, notification }
  },

  async space(_services, mutation, id, reason) {
    const removed = await removeSpace(mutation, id)
    if (!removed) return undefined
    const { name: spaceName, memberIds: alsoTold } = removed
    const notification = { kind: 'space_removed', params: { spaceName, reason } } as const
    return { act: 'remove_space', removed, notification, alsoTold }
  },
}

const MISSING: Record<RemovedKind, string> = {
  post: MESSAGES.postMissing,
  comment: MESSAGES.commentMissing,
  message: MESSAGES.messageMissing,
  photo: MESSAGES.photoMissing,
  profile: MESSAGES.profileEmpty,
  space: MESSAGES.spaceMissing,
}

/**
 * Takes something away and tells whose it was why, and whoever reported it that it was looked at.
 * Refuses (404) what is not there, and a message of a conversation that nobody in it reported: the
 * log would show it to administrators.
 */
export function removeThing(
  actor: Actor,
  services: Services,
  thing: RemovedThing,
  reason: string,
): Promise<void> {
  return mutateAs(actor, services, async (mutation) => {
    // First, as who decides a report holds it before the thing.
    const wasReported = await services.hooks.contentRemoved(mutation, thing, actor.id)
    if (thing.kind === 'message' && !wasReported) await requireInSpace(mutation.trx, thing.id)
    await removeWithin(actor, services, mutation, thing, reason)
  })
}

async function requireInSpace(trx: Queryable, messageId: Id): Promise<void> {
  if (await queries.isSaidInConversation(trx, messageId))
    throw new HttpError('not_found', MISSING.message)
}

export async function removeWithin(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { kind, id: thingId }: RemovedThing,
  reason: string,
): Promise<void> {
  const { trx } = mutation
  const taken = await REMOVE[kind](services, mutation, thingId, reason)
  if (!taken) throw new HttpError('not_found', MISSING[kind])
  const { act, removed, notification, alsoTold = [], spaceId } = taken
  const memberNumber = await queries.memberNumberOf(trx, removed.memberId)
  const made = { adminId: actor.id, act, memberNumber, reason }
  const id = await recordAdminAct(services, trx, made)
  await recordRemoval(trx, { id, kind, thingId, now: services.clock() }, removed)
  const told = new Set([removed.memberId, ...alsoTold])
  for (const to of told)
    await notifyAffectedMember(actor, services, mutation, {
      ...notification,
      to,
      ...(spaceId && { spaceId }),
    })
}

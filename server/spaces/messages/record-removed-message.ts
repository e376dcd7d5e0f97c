import { notifyAffectedMember } from '../../notifications/notify.ts'
import { type Id, newId } from '../../platform/ids.ts'
import { type Removed, recordRemoval } from '../../removals/removals.ts'
import type { Actor, Mutation, Services } from '../../services.ts'

interface RemovedHere {
  spaceId: Id
  spaceName: string
  messageId: Id
  reason: string
}

/** Keeps a message that the admin took away, and tells its sender, within the caller's mutation. */
export async function recordRemovedMessage(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { spaceId, spaceName, messageId: thingId, reason }: RemovedHere,
  removed: Removed,
): Promise<void> {
  const act = { id: newId(), kind: 'message', thingId, spaceId, now: services.clock() } as const
  await recordRemoval(mutation.trx, act, removed)
  const notification = { kind: 'message_removed', params: { spaceName, reason } } as const
  await notifyAffectedMember(actor, services, mutation, {
    ...notification,
    to: removed.memberId,
    spaceId,
  })
}

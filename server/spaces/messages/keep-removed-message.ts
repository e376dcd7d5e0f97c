import { notifyOfRemoval } from '../../notifications/notify.ts'
import { type Id, newId } from '../../platform/ids.ts'
import { keepRemoved, type Removed } from '../../removals/removals.ts'
import type { Actor, Mutation, Services } from '../../services.ts'

interface RemovedHere {
  spaceId: Id
  spaceName: string
  messageId: Id
  reason: string
}

/** Keeps a message that the admin took away, and tells its sender, within the caller's mutation. */
export async function keepRemovedMessage(
  actor: Actor,
  services: Services,
  mutation: Mutation,
  { spaceId, spaceName, messageId: thingId, reason }: RemovedHere,
  removed: Removed,
): Promise<void> {
  const act = { id: newId(), kind: 'message', thingId, spaceId, now: services.clock() } as const
  await keepRemoved(mutation.trx, act, removed)
  const news = { kind: 'message_removed', params: { spaceName, reason } } as const
  await notifyOfRemoval(actor, services, mutation, { ...news, to: removed.memberId, spaceId })
}

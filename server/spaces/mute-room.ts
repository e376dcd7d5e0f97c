import { MESSAGES } from '../../contract/blocks.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { requireMembership } from './membership/require-membership.ts'
import { MUTED_FOR_GOOD, setMute } from './mute-queries.ts'

/**
 * Keeps a room quiet for the actor until that moment, null for good; safe to repeat. What is said
 * in it makes no sign; who mentions them by name still tells them. Refuses as `readMessages` does,
 * and 400 a moment that is over.
 */
export async function muteRoom(
  actor: Actor,
  services: Pick<Services, 'db' | 'bus' | 'clock'>,
  spaceId: Id,
  until: number | null,
): Promise<void> {
  await change(actor, services, spaceId, until ?? MUTED_FOR_GOOD)
}

export function unmuteRoom(
  actor: Actor,
  services: Pick<Services, 'db' | 'bus' | 'clock'>,
  spaceId: Id,
): Promise<void> {
  return change(actor, services, spaceId, null)
}

async function change(
  actor: Actor,
  services: Pick<Services, 'db' | 'bus' | 'clock'>,
  spaceId: Id,
  mutedUntil: number | null,
) {
  await requireMembership(actor, services, spaceId)
  if (mutedUntil !== null && mutedUntil <= services.clock())
    throw new HttpError('bad_request', MESSAGES.muteUntilInvalid)
  await mutate(services, async ({ trx, publish }) => {
    await setMute(trx, { spaceId, userId: actor.id }, mutedUntil)
    publish({
      kind: 'broadcast',
      topics: [`member:${actor.id}`],
      event: { type: 'mute_changed', spaceId: String(spaceId) },
    })
  })
}

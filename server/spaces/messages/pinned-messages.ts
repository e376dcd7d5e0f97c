import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import { requireMembership } from '../membership/require-membership.ts'
import { requireSpaceAdmin } from '../permissions.ts'
import { presentMessage } from '../present.ts'
import { changeMessage } from './change-message.ts'
import type { MessageRef } from './chat-history.ts'
import { readContext } from './message-context.ts'
import * as messageQueries from './message-queries.ts'
import * as pinQueries from './pin-queries.ts'

// Messages that a room keeps at hand. In a space its admin pins, in a conversation everybody who
// may write in it. To pin is to change the message: whoever reads it hears of it as of an edit.

/** Those the actor may read, the last pinned first. Refuses as `readMessages` does. */
export async function readPins(
  actor: Actor,
  services: Pick<Services, 'db' | 'images'>,
  spaceId: Id,
): Promise<SpaceMessage[]> {
  const { db } = services
  await requireMembership(actor, services, spaceId)
  const rows = await messageQueries.pinnedMessages(db, { viewer: actor.id, space: spaceId })
  const context = await readContext(db, { viewer: actor.id, spaceId }, rows)
  return rows.map((row) => presentMessage(actor.id, services, row, context))
}

/**
 * Pins a message, or takes it down; safe to repeat. Refuses: 403 who does not run the space, or
 * cannot write in the conversation, 404 a message that is gone, 409 one too many.
 */
export function setPinned(
  actor: Actor,
  services: Services,
  ref: MessageRef,
  isPinned: boolean,
): Promise<SpaceMessage> {
  return changeMessage(actor, services, ref, async (change) => {
    const { trx, seq, space } = change
    if (space.kind === 'space') requireSpaceAdmin(actor, space)
    else await change.requireWritable()
    const pin = { ...ref, changeSeq: seq }
    if (!isPinned) return pinQueries.unpin(trx, pin)
    if (!(await pinQueries.pin(trx, actor.id, pin, services.clock())))
      throw new HttpError('conflict', MESSAGES.pinsFull)
  })
}

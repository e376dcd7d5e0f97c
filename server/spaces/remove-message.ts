import type { Id } from '../platform/ids.ts'
import type { Mutation } from '../services.ts'
import { findMarks } from './account-deletion-queries.ts'
import * as messageQueries from './message-queries.ts'
import { presentMark } from './present.ts'
import * as queries from './queries.ts'
import { publishMessageDeleted } from './space-events.ts'

interface RemovedMessage {
  senderId: Id
  spaceId: Id
  spaceName: string
}

/**
 * Deletes anybody's message, for moderation, within the caller's mutation. Who does it need not be
 * in the space, and sees nothing of it. Undefined when the message is gone.
 */
export async function removeMessage(
  mutation: Mutation,
  messageId: Id,
): Promise<RemovedMessage | undefined> {
  const { trx } = mutation
  const known = await messageQueries.findMessageWithoutVisibilityCheck(trx, messageId)
  const space = known && (await queries.takeNumber(trx, known.space_id))
  // Now that the space is locked, nobody else deletes it.
  const message = space && (await messageQueries.findMessageWithoutVisibilityCheck(trx, messageId))
  if (!message || message.sender_id === null) return undefined
  const { space_id: spaceId, sender_id: senderId } = message
  await messageQueries.emptyMessage(trx, messageId, space.seq)
  for (const mark of await findMarks(trx, [messageId]))
    publishMessageDeleted(mutation, spaceId, presentMark(mark))
  return { senderId, spaceId, spaceName: space.name }
}

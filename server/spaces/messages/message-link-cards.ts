import { mutate } from '../../platform/database/mutate.ts'
import type { Id } from '../../platform/ids.ts'
import type { Database } from '../../schema.ts'
import type { Services } from '../../services.ts'
import * as queries from '../queries.ts'
import * as cardQueries from './message-link-card-queries.ts'
import * as messageQueries from './message-queries.ts'
import { publishMessage, readersTopics } from './publish-message.ts'

/** Of one link; all others are seen with the next read. */
const TOLD_MAX = 20

/** A link's card was filled: the newest messages that show it changed by that. */
export async function publishFilledCard(
  services: Pick<Services, 'bus' | 'images'> & { db: Database },
  cardId: Id,
): Promise<void> {
  for (const message of await cardQueries.messagesWithCard(services.db, cardId, TOLD_MAX))
    await publishChangedMessage(services, message)
}

function publishChangedMessage(
  services: Pick<Services, 'bus' | 'images'> & { db: Database },
  { id, spaceId }: { id: Id; spaceId: Id },
): Promise<void> {
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    const space = await queries.lockSpaceForNextSeq(trx, spaceId)
    const senderId = space && (await cardQueries.touchMessage(trx, id, space.seq))
    if (!senderId) return
    const row = await messageQueries.findMessage(trx, senderId, spaceId, id)
    // Who sent it left: it is found by its number.
    if (!row) return
    const topics = await readersTopics(trx, { ...space, id: spaceId }, row.seq)
    await publishMessage(senderId, services, mutation, {
      spaceId,
      row,
      topics,
      type: 'message_changed',
    })
  })
}

import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { Id } from '../../platform/ids.ts'
import type { Topic } from '../../realtime/bus.ts'
import type { Queryable } from '../../schema.ts'
import type { Mutation, Services } from '../../services.ts'
import { presentMessage } from '../present.ts'
import * as queries from '../queries.ts'
import { membersTopics } from '../space-events.ts'
import { contextWith, readContext } from './message-context.ts'
import { withoutUrls } from './message-images.ts'
import type { MessageRow } from './message-queries.ts'
import { findRepliedToWithoutVisibilityCheck, type RepliedToRow } from './replied-to-queries.ts'

export function spaceTopics(spaceId: Id): Topic[] {
  return [`space:${spaceId}`]
}

/** Who came when the space had been opened hears nothing of what was written before. */
export async function readersTopics(
  trx: Queryable,
  space: { id: Id; opened_seq: number },
  seq: number,
): Promise<Topic[]> {
  if (seq > space.opened_seq) return spaceTopics(space.id)
  return membersTopics(await queries.readerIds(trx, space.id, seq))
}

interface MessagePublication {
  spaceId: Id
  row: MessageRow
  type: 'message_created' | 'message_changed'
  topics: Topic[]
}

/** To its sender with the client's own id. Returns it as the actor gets it. */
export async function publishMessage(
  actorId: Id,
  services: Pick<Services, 'images'>,
  mutation: Mutation,
  publication: MessagePublication,
): Promise<SpaceMessage> {
  const { trx, publish } = mutation
  const { spaceId, row, type } = publication
  const viewer = { viewer: actorId, spaceId }
  const message = presentMessage(actorId, services, row, await readContext(trx, viewer, [row]))
  const told = { type, spaceId: String(spaceId) }
  const own = { memberId: actorId, event: { ...told, message } }
  for (const { topics, repliedTo } of await audiencesOf(trx, publication)) {
    // What answers nothing says the same to everybody.
    const seen = repliedTo
      ? presentMessage(actorId, services, row, await contextWith(trx, actorId, [row], repliedTo))
      : message
    const event = { ...told, message: { ...withoutUrls(seen), clientId: null } }
    publish({ kind: 'broadcast', topics, event, ...(message.clientId !== null && { own }) })
  }
  return message
}

interface Audience {
  topics: Topic[]
  /** Null of a message that answers none. */
  repliedTo: RepliedToRow[] | null
}

/** What a message answers may be older than what some of its readers may read. */
async function audiencesOf(
  trx: Queryable,
  { spaceId, row, topics }: MessagePublication,
): Promise<Audience[]> {
  if (row.reply_to_id === null) return [{ topics, repliedTo: null }]
  const ids = [row.reply_to_id]
  const repliedTo = await findRepliedToWithoutVisibilityCheck(trx, { spaceId, ids })
  const [message] = repliedTo
  if (!message) return [{ topics, repliedTo }]
  const readersOfBoth = await queries.readerIds(trx, spaceId, message.seq)
  const readerIds = await queries.readerIds(trx, spaceId, row.seq)
  const others = readerIds.filter((id) => !readersOfBoth.includes(id))
  if (others.length === 0) return [{ topics, repliedTo }]
  return [
    { topics: membersTopics(readersOfBoth), repliedTo },
    { topics: membersTopics(others), repliedTo: [] },
  ]
}

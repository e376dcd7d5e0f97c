import { type MentionNames, readMentions } from '../../mentions/mentions.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { imagesOfSeen, type MessageImageRow } from './image-queries.ts'
import type { MessageRow } from './message-queries.ts'
import { findRepliedTo, type RepliedToRow } from './replied-to-queries.ts'

type Told = Pick<MessageRow, 'id' | 'content' | 'reply_to_id' | 'image_count'>

/** What messages speak of beyond their own rows, for one viewer. */
export interface MessageContext {
  names: MentionNames
  /** What they answer, by its id. What the viewer may not read is not among it. */
  repliedTo: ReadonlyMap<Id, RepliedToRow>
  images: ReadonlyMap<Id, MessageImageRow[]>
}

/**
 * Asks for it once for all of these messages of one space; not at all where none speaks of such.
 */
export async function readContext(
  db: Queryable,
  { viewer, spaceId }: { viewer: Id; spaceId: Id },
  messages: Told[],
): Promise<MessageContext> {
  const repliedTo = await findRepliedTo(db, viewer, { spaceId, ids: repliedToBy(messages) })
  return contextWith(db, viewer, messages, repliedTo)
}

export async function contextWith(
  db: Queryable,
  viewer: Id,
  messages: Told[],
  repliedTo: RepliedToRow[],
): Promise<MessageContext> {
  const texts = [...messages, ...repliedTo].map(({ content }) => content)
  const names = await readMentions(db, viewer, texts)
  const withImages = messages.flatMap(({ id, image_count }) => (image_count > 0 ? [id] : []))
  const rows = withImages.length === 0 ? [] : await imagesOfSeen(db, withImages)
  const images = Map.groupBy(rows, ({ message_id }) => message_id)
  return { names, repliedTo: new Map(repliedTo.map((row) => [row.id, row])), images }
}

function repliedToBy(messages: Told[]): Id[] {
  const ids = messages.flatMap(({ reply_to_id }) => (reply_to_id === null ? [] : [reply_to_id]))
  return [...new Set(ids)]
}

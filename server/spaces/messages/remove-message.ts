import { MESSAGES as CONVERSATION_MESSAGES } from '../../../contract/conversations.ts'
import { idsIn } from '../../mentions/mention-text.ts'
import { deleteMessageNotifications } from '../../notifications/update-notifications.ts'
import type { Id } from '../../platform/ids.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { Topic } from '../../realtime/bus.ts'
import type { Removal, Removed } from '../../removals/removals.ts'
import type { Queryable } from '../../schema.ts'
import type { Mutation, Services } from '../../services.ts'
import { findMarks } from '../account-deletion-queries.ts'
import { presentMark } from '../present.ts'
import * as queries from '../queries.ts'
import { membersTopics, publishLastLineChanged, publishMessageDeleted } from '../space-events.ts'
import { insertMentions } from './mention-queries.ts'
import { type Attachments, attachmentsOf } from './message-attachments.ts'
import { reindexMessages } from './message-index.ts'
import * as messageQueries from './message-queries.ts'
import { pin } from './pin-queries.ts'
import { publishMessage, readersTopics } from './publish-message.ts'
import * as restoredQueries from './restored-message-queries.ts'

interface Place {
  spaceId: Id
  spaceName: string
  isConversation: boolean
}

type RemovedMessage = Removed & Place

interface RestoredMessage extends Place {
  cardId: Id | null
}

/** For moderation, within the caller's mutation. Undefined when the message is gone. */
export async function removeMessage(
  mutation: Mutation,
  messageId: Id,
  now: number,
): Promise<RemovedMessage | undefined> {
  const { trx } = mutation
  const known = await messageQueries.findMessageWithoutVisibilityCheck(trx, messageId)
  const space = known && (await queries.lockSpaceForNextSeq(trx, known.space_id))
  // Now that the space is locked, nobody else deletes it.
  const message = space && (await messageQueries.findMessageWithoutVisibilityCheck(trx, messageId))
  if (!message || message.sender_id === null) return undefined
  const { space_id: spaceId, sender_id: memberId, content: text } = message
  const beside = await attachmentsOf(trx, message)
  await deleteMessageNotifications(mutation, message)
  await messageQueries.emptyMessage(trx, messageId, { changeSeq: space.seq, now })
  const indexed = { space: { ...space, id: spaceId }, seq: message.seq }
  await reindexMessages(trx, [{ ...indexed, former: text, content: '' }])
  const topics = await topicsOf(trx, { ...space, id: spaceId }, message.seq)
  publishLastLineChanged(mutation, { ...space, id: spaceId }, topics)
  for (const mark of await findMarks(trx, [messageId]))
    publishMessageDeleted(mutation, { spaceId, topics }, presentMark(mark))
  const kept = { memberId, text, imageId: null, imageAlt: '', contents: { spaceId, ...beside } }
  return { ...kept, spaceId, ...placeOf(space) }
}

/**
 * Returns where it stands again, and the card to be filled after the commit; undefined when the
 * space or the message is gone.
 */
export async function restoreMessage(
  services: Pick<Services, 'images' | 'linkCards'>,
  mutation: Mutation,
  { thing_id: id, text: content, contents }: Removal,
): Promise<RestoredMessage | undefined> {
  const { trx } = mutation
  const kept: { spaceId: Id } & Attachments = JSON.parse(contents)
  const { spaceId, pinned_at, ...beside } = kept
  const space = await queries.lockSpaceForNextSeq(trx, spaceId)
  if (!space) return undefined
  // Shown by nothing, the card of its link may have been deleted meanwhile.
  const cardId =
    beside.link_card_id === null
      ? null
      : await services.linkCards.cardFor(mutation, content, 'message')
  const given = { id, content, changeSeq: space.seq, ...beside, link_card_id: cardId }
  const restored = await restoredQueries.restoreMessage(trx, given)
  if (!restored) return undefined
  // Where as many others took its place it is there without the pin.
  if (pinned_at !== null)
    await pin(trx, null, { spaceId, messageId: id, changeSeq: space.seq }, pinned_at)
  await insertMentions(trx, id, idsIn([content]))
  const indexed = { space: { ...space, id: spaceId }, seq: restored.seq }
  await reindexMessages(trx, [{ ...indexed, former: '', content }])
  const topics = await topicsOf(trx, { ...space, id: spaceId }, restored.seq)
  publishLastLineChanged(mutation, { ...space, id: spaceId }, topics)
  // Who sent it may have left; whoever does not hear of it now finds it by its number.
  for (const viewer of [restored.sender_id, space.admin_id]) {
    const row = viewer && (await messageQueries.findMessage(trx, viewer, spaceId, id))
    if (!row) continue
    await publishMessage(NO_ID, services, mutation, {
      spaceId,
      row,
      type: 'message_changed',
      topics,
    })
    break
  }
  return { spaceId, ...placeOf(space), cardId }
}

/** Both of a pair as well that is not open, where nobody subscribes to what is said. */
async function topicsOf(
  trx: Queryable,
  space: { id: Id; kind: 'space' | 'direct'; opened_seq: number },
  seq: number,
): Promise<Topic[]> {
  if (space.kind === 'space') return readersTopics(trx, space, seq)
  return membersTopics(await queries.readerIds(trx, space.id, seq))
}

/** What a conversation is called is for who is in it. */
function placeOf({ kind, name }: { kind: 'space' | 'direct'; name: string }) {
  const isConversation = kind === 'direct'
  return { isConversation, spaceName: isConversation ? CONVERSATION_MESSAGES.place : name }
}

import type { MessageEdit } from '../../../contract/edits.ts'
import { firstLink } from '../../../contract/links.ts'
import { MESSAGES as EMOJI_MESSAGES } from '../../../contract/reaction-limits.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { storedText } from '../../mentions/mentions.ts'
import { deleteMessageNotifications } from '../../notifications/update-notifications.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError, invalid } from '../../platform/http/http-error.ts'
import { requireRevision } from '../../platform/http/require-revision.ts'
import type { Id } from '../../platform/ids.ts'
import { deleteOwnRemoval } from '../../removals/removals.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { requireOpen, topicsOfReadOnlyPair } from '../conversations/direct-messages.ts'
import { canDeleteMessage, notInside } from '../permissions.ts'
import * as queries from '../queries.ts'
import { publishLastLineChanged } from '../space-events.ts'
import type { MessageRef } from './chat-history.ts'
import { memberMessage } from './chat-history.ts'
import { altsOf, updateAlts } from './image-queries.ts'
import { attachmentsOf } from './message-attachments.ts'
import { releaseImages } from './message-images.ts'
import { reindexMessages } from './message-index.ts'
import { notifyMentioned } from './message-mentions.ts'
import { messageToChange, requireSender } from './message-permissions.ts'
import * as messageQueries from './message-queries.ts'
import { publishMessage, readersTopics } from './publish-message.ts'
import { toggleReaction } from './reaction-queries.ts'
import { recordRemovedMessage } from './record-removed-message.ts'

// What is said in a space, for its members alone. Every message and every change of one takes the
// next number of the space while its row is locked, so what comes later has the higher number, and
// a client that asks for what followed a number misses nothing.

/**
 * Changes one's own words, and how the pictures are described. Refuses: 403 another's, 404 a
 * message that is gone, 409 where an edit came between.
 */
export async function editMessage(
  actor: Actor,
  services: Services,
  ref: MessageRef,
  { content, imageAlts = [], revision }: MessageEdit,
): Promise<SpaceMessage> {
  let cardId: Id | null = null
  const edited = await changeWithLastLine(actor, services, ref, async (change) => {
    const { mutation, trx, seq, message, space } = change
    await change.requireWritable()
    requireSender(actor, message)
    if (content === '' && message.image_count === 0 && message.post_id === null)
      throw invalid('content', MESSAGES.messageMissing)
    const kept = await storedText(trx, actor.id, {
      scope: ref,
      former: message.content,
      text: content,
    })
    const isRewritten = kept !== message.content
    const isChanged = isRewritten || (await isRedescribed(trx, message, imageAlts))
    if (isChanged) requireRevision(message, revision)
    const mentioning = { messageId: message.id, senderId: actor.id, content: kept }
    // Where no preview was wanted of the same link, none is; nor beside a post.
    const isAsBefore = message.post_id !== null || firstLink(kept) === firstLink(message.content)
    cardId = isAsBefore
      ? message.link_card_id
      : await services.linkCards.cardFor(mutation, kept, 'message')
    const mark = {
      edited_at: isRewritten ? services.clock() : message.edited_at,
      revision: isChanged ? message.revision + 1 : message.revision,
    }
    const edit = { content: kept, ...mark, link_card_id: cardId }
    await updateAlts(trx, message.id, imageAlts)
    await messageQueries.updateContent(trx, { ...edit, id: message.id, change_seq: seq })
    const indexed = { space: { ...space, id: ref.spaceId }, seq: message.seq }
    await reindexMessages(trx, [{ ...indexed, former: message.content, content: kept }])
    await notifyMentioned(services, mutation, {
      ...mentioning,
      space: { ...space, id: ref.spaceId },
    })
  })
  services.linkCards.fillCardSoon(cardId, actor.id)
  return edited
}

async function isRedescribed(
  trx: Queryable,
  { id, image_count }: { id: Id; image_count: number },
  imageAlts: string[],
): Promise<boolean> {
  if (image_count === 0 || imageAlts.length === 0) return false
  const alts = await altsOf(trx, id)
  return alts.some((alt, index) => alt !== (imageAlts[index] ?? alt))
}

/** Also one that was removed, or any as the space's admin. Refuses as `editMessage` does. */
export async function deleteMessage(
  actor: Actor,
  services: Services,
  ref: MessageRef,
  reason: string,
): Promise<void> {
  const deleteIt = () =>
    changeWithLastLine(actor, services, ref, async ({ mutation, seq, message, space }) => {
      if (!canDeleteMessage(actor, space, message))
        throw new HttpError('forbidden', MESSAGES.notYourMessage)
      const { id, sender_id: memberId, content: text } = message
      const { spaceId } = ref
      const beside = await attachmentsOf(mutation.trx, message)
      await deleteMessageNotifications(mutation, { ...message, space_id: spaceId })
      await messageQueries.emptyMessage(mutation.trx, id, { changeSeq: seq, now: services.clock() })
      const indexed = { space: { ...space, id: spaceId }, seq: message.seq }
      await reindexMessages(mutation.trx, [{ ...indexed, former: text, content: '' }])
      if (memberId === null || memberId === actor.id)
        return releaseImages(services, mutation.trx, [id])
      const here = { spaceId, spaceName: space.name, messageId: id, reason }
      const kept = { memberId, text, imageId: null, imageAlt: '', contents: { spaceId, ...beside } }
      await recordRemovedMessage(actor, services, mutation, here, kept)
    })
  // Asked once it was waited for: it may have been removed meanwhile, also of who has left; or given
  // back, while that was asked.
  await deleteIt().catch(async (error: unknown) => {
    if (!(error instanceof HttpError)) throw error
    if (!(await deleteOwnRemoved(actor, services, ref.messageId))) await deleteIt()
  })
  services.images.sweepSoon()
}

/** False where nobody took it away. */
function deleteOwnRemoved(actor: Actor, services: Services, messageId: Id): Promise<boolean> {
  const removed = { kind: 'message', thingId: messageId, memberId: actor.id } as const
  return mutate(services, async ({ trx }) => {
    const isRemoved = await deleteOwnRemoval(trx, removed)
    if (isRemoved) await releaseImages(services, trx, [messageId])
    return isRemoved
  })
}

/** Gives a message one emoji, or takes it back when given before. For members. Refuses (409) more. */
export function reactToMessage(
  actor: Actor,
  services: Services,
  ref: MessageRef,
  emoji: string,
): Promise<SpaceMessage> {
  return changeMessage(actor, services, ref, async ({ trx, seq, message, requireWritable }) => {
    await requireWritable()
    const reaction = { message_id: message.id, user_id: actor.id, emoji, given_seq: seq }
    if (!(await toggleReaction(trx, reaction)))
      throw new HttpError('conflict', EMOJI_MESSAGES.emojisFull)
  })
}

interface MessageChange {
  mutation: Mutation
  trx: Queryable
  /** The number of this change. */
  seq: number
  space: { admin_id: Id; name: string; kind: 'space' | 'direct'; indexed_before: number }
  message: NonNullable<Awaited<ReturnType<typeof messageQueries.findMessageToChange>>>
  /** Refuses (403) where a conversation can only be read. */
  requireWritable(): Promise<void>
}

/** Refuses: 403 who is not in the space, 404 a message, or a space, that is gone. */
export function changeMessage(
  actor: Actor,
  services: Services,
  { spaceId, messageId }: MessageRef,
  act: (message: MessageChange) => Promise<void>,
  { changesLastLine = false } = {},
): Promise<SpaceMessage> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const space = await lockSpaceForMessage(trx, spaceId)
    if (!(await queries.isMember(trx, { spaceId, userId: actor.id }))) throw notInside(space.kind)
    const message = await messageToChange(actor, trx, { spaceId, messageId })
    const requireWritable = async () => {
      if (space.kind === 'direct') await requireOpen(trx, actor.id, spaceId)
    }
    await act({ mutation, trx, seq: space.seq, space, message, requireWritable })
    const topics =
      (space.kind === 'direct' && (await topicsOfReadOnlyPair(trx, actor.id, spaceId))) ||
      (await readersTopics(trx, { ...space, id: spaceId }, message.seq))
    if (changesLastLine) publishLastLineChanged(mutation, { ...space, id: spaceId }, topics)
    const publication = { spaceId, topics, type: 'message_changed' } as const
    const row = await memberMessage(actor, trx, { spaceId, messageId })
    return publishMessage(actor.id, services, mutation, { ...publication, row })
  })
}

/** The same, of what the lists of conversations show as said last. */
function changeWithLastLine(
  actor: Actor,
  services: Services,
  ref: MessageRef,
  act: (message: MessageChange) => Promise<void>,
) {
  return changeMessage(actor, services, ref, act, { changesLastLine: true })
}

/** The next number of a space, which is locked from here on. Refuses (404) one that is gone. */
export async function lockSpaceForMessage(trx: Queryable, spaceId: Id, activeAt?: number) {
  const space = await queries.lockSpaceForNextSeq(trx, spaceId, activeAt)
  if (!space) throw new HttpError('not_found', MESSAGES.spaceMissing)
  return space
}

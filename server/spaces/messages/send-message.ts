import { mentionsHere } from '../../../contract/mentions.ts'
import { MESSAGES as POST_MESSAGES } from '../../../contract/posts.ts'
import type { SpaceMessage } from '../../../contract/space-messages.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { lockActor } from '../../accounts/lock-account.ts'
import type { ImageSource } from '../../images/decoding/decode-image.ts'
import { storedText } from '../../mentions/mentions.ts'
import { createOnce } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { IdempotentRequest } from '../../platform/idempotency.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Mutation, Services } from '../../services.ts'
import { admitDirectMessage } from '../conversations/direct-messages.ts'
import { requireMembership } from '../membership/require-membership.ts'
import { canMentionAll, notInside } from '../permissions.ts'
import * as queries from '../queries.ts'
import { lockSpaceForMessage } from './change-message.ts'
import { readMessage } from './chat-history.ts'
import { mentionEveryone } from './mention-everyone.ts'
import {
  addImages,
  type ImageAlts,
  type MessageImage,
  saveMessageImages,
} from './message-images.ts'
import { indexSegments } from './message-index.ts'
import { findCardOfLink, type LinkCardRow } from './message-link-card-queries.ts'
import { notifyMentioned, notifyRepliedTo } from './message-mentions.ts'
import * as messageQueries from './message-queries.ts'
import { publishMessage, spaceTopics } from './publish-message.ts'
import { findRepliedTo } from './replied-to-queries.ts'
import { findSharedPost } from './shared-post-queries.ts'

type Sender = Awaited<ReturnType<typeof lockActor>>

interface NewMessage {
  spaceId: Id
  content: string
  clientId?: string | undefined
  replyTo?: Id | undefined
  postId?: Id | undefined
  /** Whether its first link shows nothing of where it leads. */
  noPreview?: '' | 'yes' | undefined
  images?: { sources: ImageSource[]; alts: ImageAlts } | undefined
}

/**
 * Sends a message, once, however often the same request comes; what the sender had not read yet
 * counts as read. Refuses: 404 a space, what it answers or a post that is not there for the sender,
 * 403 who is not in the space, 409 a post that is not for everybody and a second `@here` in an
 * hour. Throws ImageRefusedError when a file is no picture we can read.
 */
export async function sendMessage(
  actor: Actor,
  services: Services,
  message: NewMessage,
  request: IdempotentRequest | null,
): Promise<SpaceMessage> {
  const { id, created } = await createOnce(services, request, {
    begin: (trx) => lockActor(trx, actor),
    // Not where there are none: each that has something to prepare looks for its key first.
    ...(message.images && { prepare: () => saveImages(actor, services, message) }),
    create: (mutation, id, saved: MessageImage[] | undefined, sender) =>
      insertMessage(services, mutation, { ...message, id, sender, saved: saved ?? [] }),
  })
  services.linkCards.fillCardSoon(created?.cardId ?? null, actor.id)
  return created?.shown ?? readMessage(actor, services, { spaceId: message.spaceId, messageId: id })
}

/** Refuses who is not in the space, as `sendMessage` does, before a picture is looked at. */
async function saveImages(actor: Actor, services: Services, { spaceId, images }: NewMessage) {
  if (!images) return []
  await requireMembership(actor, services, spaceId)
  return saveMessageImages(actor, services, images)
}

type Complete = NewMessage & { id: Id; sender: Sender; saved: MessageImage[] }

async function insertMessage(
  services: Services,
  mutation: Mutation,
  message: Complete,
): Promise<{ shown: SpaceMessage; cardId: Id | null }> {
  const { trx } = mutation
  const { id, spaceId, sender, saved } = message
  const now = services.clock()
  const space = await lockSpaceForMessage(trx, spaceId, now)
  const { seq, kind } = space
  const isMore = saved.length > 0 || message.postId !== undefined
  // Moves for every member, since the number is new.
  if (!(await queries.moveReadMark(trx, { spaceId, userId: sender.id }, seq))) throw notInside(kind)
  const { topics, isRequest } =
    kind === 'direct'
      ? await admitDirectMessage(mutation, { spaceId, senderId: sender.id, seq, isMore, now })
      : { topics: spaceTopics(spaceId), isRequest: false }
  const repliedTo = await requireRepliedTo(trx, message)
  const row = await rowOf(services, mutation, message, { seq, now, isRequest })
  await messageQueries.insertMessage(trx, row)
  await addImages(services, trx, id, saved)
  await indexSegments(trx, { ...space, id: spaceId })
  const here = { messageId: id, senderId: sender.id, space: { ...space, id: spaceId } }
  await notifyRepliedTo(services, mutation, { ...here, repliedTo })
  await notifyMentioned(services, mutation, { ...here, content: row.content, repliedTo })
  // As it was typed: somebody may be called so.
  if (canMentionAll(sender, space) && mentionsHere(message.content))
    await mentionEveryone(services, mutation, { ...here, content: row.content, repliedTo })
  const card = row.link_card_id === null ? undefined : await findCardOfLink(trx, row.link_card_id)
  const publication = {
    spaceId,
    topics,
    type: 'message_created' as const,
    row: asRead(row, sender, card),
  }
  const shown = await publishMessage(sender.id, services, mutation, publication)
  return { shown, cardId: row.link_card_id }
}

async function rowOf(
  services: Services,
  mutation: Mutation,
  message: Complete,
  { seq, now, isRequest }: { seq: number; now: number; isRequest: boolean },
) {
  const { trx } = mutation
  const { id, spaceId, content: text, clientId, replyTo, postId, noPreview, sender } = message
  if (postId !== undefined) await requireShareable(trx, sender.id, postId)
  // A card may show a picture, which a request does not.
  const isWithCard = noPreview !== 'yes' && postId === undefined && !isRequest
  return {
    id,
    space_id: spaceId,
    seq,
    change_seq: seq,
    sender_id: sender.id,
    content: await storedText(trx, sender.id, { scope: { spaceId }, text }),
    client_id: clientId ?? null,
    created_at: now,
    edited_at: null,
    is_deleted: 0,
    added_id: null,
    reply_to_id: replyTo ?? null,
    post_id: postId ?? null,
    link_card_id: isWithCard ? await services.linkCards.cardFor(mutation, text, 'message') : null,
    image_count: message.saved.length,
  }
}

/**
 * The row as it would be read back. Named one by one: several parts that are spread are put
 * together slowly.
 */
function asRead(
  row: Awaited<ReturnType<typeof rowOf>>,
  { username, user_number, photo_image_id }: Sender,
  card: LinkCardRow | undefined,
): messageQueries.MessageRow {
  return {
    ...row,
    username,
    user_number,
    photo_image_id,
    added_username: null,
    added_number: null,
    added_photo_id: null,
    pinned_at: null,
    revision: 0,
    link_title: card?.link_title ?? null,
    link_description: card?.link_description ?? null,
    link_site: card?.link_site ?? null,
    link_image_id: card?.link_image_id ?? null,
    reactions: [],
  }
}

/** Whose message is answered. What was deleted meanwhile is answered all the same. */
async function requireRepliedTo(
  trx: Queryable,
  { spaceId, replyTo, sender }: NewMessage & { sender: Sender },
): Promise<Id | null> {
  if (replyTo === undefined) return null
  const [repliedTo] = await findRepliedTo(trx, sender.id, { spaceId, ids: [replyTo] })
  if (!repliedTo) throw new HttpError('not_found', MESSAGES.messageMissingHere)
  return repliedTo.sender_id
}

/** Everybody in the space could see it, as long as nothing of it changes. */
async function requireShareable(trx: Queryable, viewer: Id, postId: Id) {
  const post = await findSharedPost(trx, viewer, postId)
  if (!post) throw new HttpError('not_found', POST_MESSAGES.postMissing)
  if (post.is_public === 0) throw new HttpError('conflict', POST_MESSAGES.onlyPublic)
}

import type { SpaceMessage } from '../../contract/space-messages.ts'
import { MESSAGES } from '../../contract/spaces.ts'
import { mutateAs, requireAccount } from '../accounts/lock-account.ts'
import { keptText, readMentions } from '../mentions/mentions.ts'
import { createOnce } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { IdempotentRequest } from '../platform/idempotency.ts'
import type { Id } from '../platform/ids.ts'
import type { Topic } from '../platform/realtime/bus.ts'
import { forgetOwnRemoved } from '../removals/removals.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { admitDirectMessage, quietTopics, requireOpen } from './direct-messages.ts'
import { keepRemovedMessage } from './keep-removed-message.ts'
import { tellMentioned } from './message-mentions.ts'
import * as messageQueries from './message-queries.ts'
import { canDeleteMessage, canEditMessage, notInside } from './permissions.ts'
import { presentMessage } from './present.ts'
import * as queries from './queries.ts'

// What is said in a space, for its members alone. Every message and every change of one takes the
// next number of the space while its row is locked, so what comes later has the higher number, and a
// client that asks for what followed a number misses nothing.

/** A message of a space: where it is. */
interface Place {
  spaceId: Id
  messageId: Id
}

type Sender = Awaited<ReturnType<typeof requireAccount>>

interface NewMessage {
  spaceId: Id
  content: string
  /** What its sender's client calls it. */
  clientId?: string | undefined
}

/**
 * Sends a message, once, however often the same request comes; what the sender had not read yet
 * counts as read. Refuses: 404 a space that is not there, 403 who is not in it.
 */
export async function sendMessage(
  actor: Actor,
  services: Services,
  message: NewMessage,
  request: IdempotentRequest | null,
): Promise<SpaceMessage> {
  const { id, created } = await createOnce(services, request, {
    begin: (trx) => requireAccount(trx, actor),
    create: (mutation, id, _, sender) =>
      insertMessage(services, mutation, { ...message, id, sender }),
  })
  return created ?? readMessage(actor, services, { spaceId: message.spaceId, messageId: id })
}

async function insertMessage(
  services: Services,
  mutation: Mutation,
  { id, spaceId, content, clientId, sender }: NewMessage & { id: Id; sender: Sender },
): Promise<SpaceMessage> {
  const { trx } = mutation
  const now = services.clock()
  const space = await nextNumber(trx, spaceId, now)
  const { seq, kind } = space
  // Moves for every member, since the number is new.
  if (!(await queries.moveReadMark(trx, { spaceId, userId: sender.id }, seq))) throw notInside(kind)
  const topics =
    kind === 'direct'
      ? await admitDirectMessage(mutation, { spaceId, senderId: sender.id, now })
      : spaceTopics(spaceId)
  const row = {
    id,
    space_id: spaceId,
    seq,
    change_seq: seq,
    sender_id: sender.id,
    content: await keptText(trx, sender.id, { place: { spaceId }, text: content }),
    client_id: clientId ?? null,
    created_at: now,
    edited_at: null,
    is_deleted: 0,
    added_id: null,
  }
  await messageQueries.insertMessage(trx, row)
  const mentioning = { messageId: id, senderId: sender.id, content: row.content }
  await tellMentioned(services, mutation, { ...mentioning, space: { ...space, id: spaceId } })
  const { username, user_number, photo_image_id } = sender
  const news = { spaceId, topics, type: 'message_created' } as const
  // As it was written, so that it need not be read back.
  const shown = { ...row, ...NOBODY_ADDED, username, user_number, photo_image_id, reactions: [] }
  return publishMessage(sender.id, services, mutation, { ...news, row: shown })
}

const NOBODY_ADDED = { added_username: null, added_number: null, added_photo_id: null }

/** Changes one's own words. Refuses: 403 another's, 404 a message that is gone. */
export function editMessage(
  actor: Actor,
  services: Services,
  place: Place,
  content: string,
): Promise<SpaceMessage> {
  return changeMessage(actor, services, place, async (change) => {
    const { mutation, trx, seq, message, space } = change
    await change.requireWritable()
    if (!canEditMessage(actor, message)) throw new HttpError('forbidden', MESSAGES.notYourMessage)
    const where = { place: { spaceId: place.spaceId }, former: message.content }
    const kept = await keptText(trx, actor.id, { ...where, text: content })
    const mentioning = { messageId: message.id, senderId: actor.id, content: kept }
    const edit = { content: kept, edited_at: services.clock(), change_seq: seq }
    await messageQueries.updateContent(trx, { ...edit, id: message.id })
    await tellMentioned(services, mutation, {
      ...mentioning,
      space: { ...space, id: place.spaceId },
    })
  })
}

/**
 * Deletes one's own message, also one that somebody removed, or any as the space's admin, who can give
 * it back, and tells its sender. Refuses as `editMessage` does.
 */
export async function deleteMessage(
  actor: Actor,
  services: Services,
  place: Place,
  reason: string,
): Promise<void> {
  const removed = { kind: 'message', thingId: place.messageId, memberId: actor.id } as const
  if (await forgetOwnRemoved(services.db, removed)) return
  await changeMessage(actor, services, place, async ({ mutation, seq, message, space }) => {
    if (!canDeleteMessage(actor, space, message))
      throw new HttpError('forbidden', MESSAGES.notYourMessage)
    const { id, sender_id: memberId, content: text } = message
    const { spaceId } = place
    const reactions = await messageQueries.reactionsTo(mutation.trx, id)
    await messageQueries.emptyMessage(mutation.trx, id, seq)
    if (memberId === null || memberId === actor.id) return
    const here = { spaceId, spaceName: space.name, messageId: id, reason }
    const kept = { memberId, text, imageId: null, imageAlt: '', contents: { spaceId, reactions } }
    await keepRemovedMessage(actor, services, mutation, here, kept)
  })
}

/** Gives a message one emoji, or takes it back when given before. For members. */
export function reactToMessage(
  actor: Actor,
  services: Services,
  place: Place,
  emoji: string,
): Promise<SpaceMessage> {
  return changeMessage(actor, services, place, async ({ trx, seq, message, requireWritable }) => {
    await requireWritable()
    const reaction = { message_id: message.id, user_id: actor.id, emoji, given_seq: seq }
    await messageQueries.toggleReaction(trx, reaction)
  })
}

interface MessageChange {
  mutation: Mutation
  trx: Queryable
  /** The number of this change. */
  seq: number
  space: { admin_id: Id; name: string; kind: 'space' | 'direct' }
  message: { id: Id; sender_id: Id | null; content: string }
  /** Refuses (403) where a conversation can only be read. */
  requireWritable(): Promise<void>
}

/** Refuses: 403 who is not in the space, 404 a message, or a space, that is gone. */
function changeMessage(
  actor: Actor,
  services: Services,
  { spaceId, messageId }: Place,
  act: (message: MessageChange) => Promise<void>,
): Promise<SpaceMessage> {
  return mutateAs(actor, services, async (mutation) => {
    const { trx } = mutation
    const space = await nextNumber(trx, spaceId)
    if (!(await queries.isMember(trx, { spaceId, userId: actor.id }))) throw notInside(space.kind)
    const message = await messageQueries.findMessageToChange(trx, actor.id, spaceId, messageId)
    if (!message) throw new HttpError('not_found', MESSAGES.messageMissingHere)
    const requireWritable = async () => {
      if (space.kind === 'direct') await requireOpen(trx, actor.id, spaceId)
    }
    await act({ mutation, trx, seq: space.seq, space, message, requireWritable })
    const topics =
      (space.kind === 'direct' && (await quietTopics(trx, actor.id, spaceId))) ||
      (await readersTopics(trx, { ...space, id: spaceId }, message.seq))
    const news = { spaceId, topics, type: 'message_changed' } as const
    const row = await memberMessage(actor, trx, { spaceId, messageId })
    return publishMessage(actor.id, services, mutation, { ...news, row })
  })
}

async function nextNumber(trx: Queryable, spaceId: Id, activeAt?: number) {
  const number = await queries.takeNumber(trx, spaceId, activeAt)
  if (!number) throw new HttpError('not_found', MESSAGES.spaceMissing)
  return number
}

function spaceTopics(spaceId: Id): Topic[] {
  return [`space:${spaceId}`]
}

/** Who came when the space had been opened hears nothing of what was written before. */
export async function readersTopics(
  trx: Queryable,
  space: { id: Id; opened_seq: number },
  seq: number,
): Promise<Topic[]> {
  if (seq > space.opened_seq) return spaceTopics(space.id)
  const ids = await queries.readerIds(trx, space.id, seq)
  return ids.map((id) => `member:${id}` as const)
}

interface MessageNews {
  spaceId: Id
  /** As it is now. */
  row: messageQueries.MessageRow
  type: 'message_created' | 'message_changed'
  topics: Topic[]
}

/** Publishes the message to its readers, to its sender with its client's own id. */
export async function publishMessage(
  actorId: Id,
  services: Pick<Services, 'images'>,
  { trx, publish }: Mutation,
  { spaceId, row, type, topics }: MessageNews,
): Promise<SpaceMessage> {
  const names = await readMentions(trx, actorId, [row.content])
  const message = presentMessage(actorId, services, row, names)
  const told = { type, spaceId: String(spaceId) }
  const event = { ...told, message: { ...message, clientId: null } }
  const own = { memberId: actorId, event: { ...told, message } }
  publish({ kind: 'broadcast', topics, event, ...(message.clientId !== null && { own }) })
  return message
}

async function readMessage(actor: Actor, services: Services, place: Place) {
  const row = await memberMessage(actor, services.db, place)
  const names = await readMentions(services.db, actor.id, [row.content])
  return presentMessage(actor.id, services, row, names)
}

/** A message that is there. Refuses (403) where it is not for the actor. */
export async function memberMessage(actor: Actor, db: Queryable, { spaceId, messageId }: Place) {
  const row = await messageQueries.findMessage(db, actor.id, spaceId, messageId)
  if (!row) throw new HttpError('forbidden', MESSAGES.membersOnly)
  return row
}

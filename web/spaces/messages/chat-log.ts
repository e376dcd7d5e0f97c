/**
 * What a chat holds, as one pure reducer. Messages come in four ways: pages of history, realtime
 * events, catching up, and answers to one's own actions. In whatever order they come, and however
 * often, the list ends the same: each message once, by its place in the space, in its latest form.
 */
import {
  QUOTED_LINE_MAX,
  type QuotedMessage,
  type SpaceMessage,
} from '../../../contract/space-messages.ts'
import { messageTextOf } from './message-text.ts'

/** A change of a message that the server has not answered yet. */
export interface PendingChange {
  id: string
  messageId: string
  change:
    | { type: 'delete' }
    | { type: 'pin'; isPinned: boolean }
    | { type: 'react'; emoji: string; isGiven: boolean; user: string; username: string }
}

export interface ChatLog {
  known: ReadonlyMap<string, SpaceMessage>
  /** The place from where on history is loaded without a hole; null before the first page. */
  floor: number | null
  /**
   * Where what is shown of the past ends, when the reader was led to a message before what was
   * loaded; what was loaded begins at `resumesAt`. Both null at all other times.
   */
  ceiling: number | null
  resumesAt: number | null
  /** All changes up to this place in the order are known, as far as they touch what is loaded. */
  cursor: number
  pendingChanges: readonly PendingChange[]
}

export type ChatEvent =
  /** The newest page, or one before what is loaded; `isFirst`: nothing stands before it. */
  | { type: 'page'; messages: readonly SpaceMessage[]; isFirst: boolean; floor?: number | null }
  /**
   * A part of the past, or what follows the one that is shown; `isLast`: nothing comes after it.
   */
  | { type: 'past'; messages: readonly SpaceMessage[]; isFirst: boolean; isLast: boolean }
  | { type: 'later'; messages: readonly SpaceMessage[]; isLast: boolean; ceiling: number | null }
  /** Back from the past. */
  | { type: 'present' }
  /** From an event, or the answer to one's own action. */
  | { type: 'received'; message: SpaceMessage }
  /** An answer to "what was made or changed since the cursor". */
  | { type: 'caught-up'; messages: readonly SpaceMessage[] }
  /** Asked for because of the addresses of their pictures. */
  | { type: 'images'; messages: readonly SpaceMessage[] }
  | { type: 'change-started'; pendingChange: PendingChange }
  | { type: 'change-finished'; id: string }

export const EMPTY_LOG: ChatLog = {
  known: new Map(),
  floor: null,
  ceiling: null,
  resumesAt: null,
  cursor: 0,
  pendingChanges: [],
}

export function chatReducer(log: ChatLog, event: ChatEvent): ChatLog {
  switch (event.type) {
    case 'page':
      // Meanwhile the reader may have gone elsewhere.
      if (event.floor !== undefined && event.floor !== log.floor)
        return withMessages(log, event.messages)
      return withPage(log, event.messages, event.isFirst)
    case 'past':
      return withPast(log, event.messages, event)
    case 'later':
      if (event.ceiling !== log.ceiling) return withMessages(log, event.messages)
      return withCeiling(withMessages(log, event.messages), endOf(event.messages), event.isLast)
    case 'present':
      return { ...log, floor: log.resumesAt ?? log.floor, ceiling: null, resumesAt: null }
    case 'received':
      return withCursor(withMessages(log, [event.message]), event.message.changeSeq, log.cursor + 1)
    case 'caught-up':
      return withCursor(withMessages(log, event.messages), latestChange(event.messages))
    case 'images':
      return withImages(log, event.messages)
    case 'change-started':
      return { ...log, pendingChanges: [...log.pendingChanges, event.pendingChange] }
    case 'change-finished':
      return { ...log, pendingChanges: log.pendingChanges.filter(({ id }) => id !== event.id) }
  }
}

/** What is loaded and not deleted, oldest first, as the server has it. */
export function loadedMessages({
  known,
  floor,
  ceiling,
}: Pick<ChatLog, 'known' | 'floor' | 'ceiling'>): SpaceMessage[] {
  const end = ceiling ?? Number.POSITIVE_INFINITY
  if (floor === null) return []
  return [...known.values()]
    .filter(({ seq, isDeleted }) => seq >= floor && seq <= end && !isDeleted)
    .sort((one, other) => one.seq - other.seq)
}

/** What is shown of that: with the pending changes applied. */
export function withPendingChanges(
  loaded: SpaceMessage[],
  pendingChanges: readonly PendingChange[],
): SpaceMessage[] {
  if (pendingChanges.length === 0) return loaded
  const changes = Map.groupBy(pendingChanges, ({ messageId }) => messageId)
  const shown = loaded.flatMap((message) => {
    const pending = changes.get(message._id)
    return pending ? changed(message, pending) : message
  })
  // Their events may have come before the answers: then there is nothing to draw again.
  const isSame = shown.length === loaded.length && shown.every((each, at) => each === loaded[at])
  return isSame ? loaded : shown
}

/** Something is known that lies behind a change which is not: time to catch up. */
export function hasMissed({ known, floor, cursor }: ChatLog): boolean {
  return floor !== null && latestChange([...known.values()]) > cursor
}

/** Where the page before what is loaded ends, by the id the server asks for; null at the start. */
export function earliestLoaded({ known, floor }: ChatLog): string | null {
  if (floor === null) return null
  for (const message of known.values()) if (message.seq === floor) return message._id
  return null
}

function withPage(log: ChatLog, messages: readonly SpaceMessage[], isFirst: boolean): ChatLog {
  const next = withMessages(log, messages)
  const pageStart = messages[0]?.seq ?? 0
  const floor = isFirst ? 0 : Math.min(log.floor ?? pageStart, pageStart)
  // The first page is where the reading of changes begins; what came live before it counts anew.
  const cursor = log.floor === null ? latestChange(messages) : log.cursor
  return { ...next, floor, cursor }
}

function withPast(
  log: ChatLog,
  messages: readonly SpaceMessage[],
  { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
): ChatLog {
  const resumesAt = log.resumesAt ?? log.floor
  const floor = isFirst ? 0 : (messages[0]?.seq ?? 0)
  return withCeiling({ ...withMessages(log, messages), floor, resumesAt }, endOf(messages), isLast)
}

/** Where the past reaches what was loaded before, all of it is shown. */
function withCeiling(log: ChatLog, ceiling: number, isLast: boolean): ChatLog {
  const { resumesAt, floor } = log
  if (resumesAt === null || floor === null || (!isLast && ceiling < resumesAt))
    return { ...log, ceiling }
  return { ...log, floor: Math.min(floor, resumesAt), ceiling: null, resumesAt: null }
}

function endOf(messages: readonly SpaceMessage[]): number {
  return messages.at(-1)?.seq ?? 0
}

/** The same log when all of it is known: an answer and its event say the same. */
function withMessages(log: ChatLog, messages: readonly SpaceMessage[]): ChatLog {
  const news = messages.filter(({ _id, changeSeq }) => {
    const held = log.known.get(_id)
    return !held || held.changeSeq < changeSeq
  })
  if (news.length === 0) return log
  const known = new Map(log.known)
  for (const message of news) {
    const held = known.get(message._id)
    known.set(message._id, withHeldImages(withClientId(message, held), held))
  }
  renewQuotes(known)
  return { ...log, known, pendingChanges: withoutDone(log.pendingChanges, known) }
}

/**
 * What is deleted by now can be given back: it is not to be hidden for having been deleted before.
 */
function withoutDone(
  pendingChanges: readonly PendingChange[],
  known: ChatLog['known'],
): readonly PendingChange[] {
  const isDone = ({ messageId, change }: PendingChange) =>
    change.type === 'delete' && known.get(messageId)?.isDeleted
  return pendingChanges.some(isDone)
    ? pendingChanges.filter((each) => !isDone(each))
    : pendingChanges
}

/**
 * An event has no addresses: those that are known still lead to the pictures, which stay the same.
 */
function withHeldImages(message: SpaceMessage, held: SpaceMessage | undefined): SpaceMessage {
  if (!held || message.images.length === 0 || message.images.length !== held.images.length)
    return message
  const images = message.images.map((image, place) => {
    const known = held.images[place]
    return known?.sources.length ? { ...known, ...image, sources: known.sources } : image
  })
  return { ...message, images }
}

/** Of what is known; the rest of the answer waits until it is asked for. */
function withImages(log: ChatLog, messages: readonly SpaceMessage[]): ChatLog {
  const known = new Map(log.known)
  for (const { _id, images } of messages) {
    const held = known.get(_id)
    if (held && held.images.length > 0 && held.images.length === images.length)
      known.set(_id, { ...held, images })
  }
  return { ...log, known }
}

/** What a message answers may have changed since it was told of. */
function renewQuotes(known: Map<string, SpaceMessage>): void {
  for (const [id, message] of known) {
    const quoted = message.replyTo?._id ? known.get(message.replyTo._id) : undefined
    if (quoted && quoted.changeSeq > (message.replyTo?.changeSeq ?? 0))
      known.set(id, { ...message, replyTo: quotedOf(quoted) })
  }
}

/** A line of a message, as one that answers it has it. */
export function quotedOf(message: SpaceMessage): QuotedMessage {
  const { _id, changeSeq, user, isDeleted } = message
  const line = isDeleted ? '' : messageTextOf(message).replace(/\s+/gu, ' ').trim()
  return { _id, changeSeq, user, isDeleted, content: line.slice(0, QUOTED_LINE_MAX) }
}

/** Only the sender gets the id their client gave, and not in every answer. */
function withClientId(message: SpaceMessage, held: SpaceMessage | undefined): SpaceMessage {
  return message.clientId === null && held?.clientId
    ? { ...message, clientId: held.clientId }
    : message
}

/** Moves on to `seq`, but by a live message only if it is the very next: between may lie others. */
function withCursor(log: ChatLog, seq: number, atMost = Number.POSITIVE_INFINITY): ChatLog {
  return log.floor !== null && seq > log.cursor && seq <= atMost ? { ...log, cursor: seq } : log
}

function latestChange(messages: readonly SpaceMessage[]): number {
  return messages.reduce((latest, { changeSeq }) => Math.max(latest, changeSeq), 0)
}

/**
 * Itself while it is so already, as when its event was faster than the answer; nothing if deleted.
 */
function changed(
  message: SpaceMessage,
  pendingChanges: readonly PendingChange[],
): SpaceMessage | [] {
  let shown = message
  for (const { change } of pendingChanges) {
    if (change.type === 'delete') return []
    if (change.type === 'pin') {
      const { isPinned } = change
      if (shown.isPinned !== isPinned) shown = { ...shown, isPinned }
      continue
    }
    const { emoji, isGiven, user, username } = change
    const others = shown.reactions.filter((each) => each.user !== user || each.emoji !== emoji)
    if (others.length < shown.reactions.length === isGiven) continue
    shown = { ...shown, reactions: isGiven ? [...others, { emoji, user, username }] : others }
  }
  return shown
}

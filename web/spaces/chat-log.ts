/**
 * What a chat holds, as one pure reducer. Messages come in four ways: pages of history, realtime
 * events, catching up, and answers to one's own actions. In whatever order they come, and however
 * often, the list ends the same: each message once, by its place in the space, in its latest form.
 */
import type { SpaceMessage } from '../../contract/space-messages.ts'

/** A change of a message that the server has not answered yet. */
export interface PendingChange {
  id: string
  messageId: string
  change:
    | { type: 'delete' }
    | { type: 'react'; emoji: string; isGiven: boolean; user: string; username: string }
}

export interface ChatLog {
  known: ReadonlyMap<string, SpaceMessage>
  /** The place from where on history is loaded without a hole; null before the first page. */
  floor: number | null
  /** All changes up to this place in the order are known, as far as they touch what is loaded. */
  cursor: number
  pendingChanges: readonly PendingChange[]
}

export type ChatEvent =
  /** The newest page, or one before what is loaded; `isFirst`: nothing stands before it. */
  | { type: 'page'; messages: readonly SpaceMessage[]; isFirst: boolean }
  /** From an event, or the answer to one's own action. */
  | { type: 'received'; message: SpaceMessage }
  /** An answer to "what was made or changed since the cursor". */
  | { type: 'caught-up'; messages: readonly SpaceMessage[] }
  | { type: 'change-started'; pendingChange: PendingChange }
  | { type: 'change-finished'; id: string }

export const EMPTY_LOG: ChatLog = {
  known: new Map(),
  floor: null,
  cursor: 0,
  pendingChanges: [],
}

export function chatReducer(log: ChatLog, event: ChatEvent): ChatLog {
  switch (event.type) {
    case 'page':
      return withPage(log, event.messages, event.isFirst)
    case 'received':
      return withCursor(withMessages(log, [event.message]), event.message.changeSeq, log.cursor + 1)
    case 'caught-up':
      return withCursor(withMessages(log, event.messages), latestChange(event.messages))
    case 'change-started':
      return { ...log, pendingChanges: [...log.pendingChanges, event.pendingChange] }
    case 'change-finished':
      return { ...log, pendingChanges: log.pendingChanges.filter(({ id }) => id !== event.id) }
  }
}

/** What is shown, oldest first, with the pending changes applied. */
export function shownMessages({ known, floor, pendingChanges }: ChatLog): SpaceMessage[] {
  if (floor === null) return []
  const deleted = new Set(
    pendingChanges
      .filter(({ change }) => change.type === 'delete')
      .map(({ messageId }) => messageId),
  )
  return [...known.values()]
    .filter(({ _id, seq, isDeleted }) => seq >= floor && !isDeleted && !deleted.has(_id))
    .sort((one, other) => one.seq - other.seq)
    .map((message) => withPendingReactions(message, pendingChanges))
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

/** The same log when all of it is known: an answer and its event say the same. */
function withMessages(log: ChatLog, messages: readonly SpaceMessage[]): ChatLog {
  const news = messages.filter(({ _id, changeSeq }) => {
    const held = log.known.get(_id)
    return !held || held.changeSeq < changeSeq
  })
  if (news.length === 0) return log
  const known = new Map(log.known)
  for (const message of news) known.set(message._id, withClientId(message, known.get(message._id)))
  return { ...log, known }
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

function withPendingReactions(
  message: SpaceMessage,
  pendingChanges: readonly PendingChange[],
): SpaceMessage {
  let shown = message
  for (const { messageId, change } of pendingChanges) {
    if (messageId !== message._id || change.type !== 'react') continue
    const { emoji, isGiven, user, username } = change
    const others = shown.reactions.filter((each) => each.user !== user || each.emoji !== emoji)
    const reactions = isGiven ? [...others, { emoji, user, username }] : others
    shown = { ...shown, reactions }
  }
  return shown
}

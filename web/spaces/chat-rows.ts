import type { SpaceMessage } from '../../contract/space-messages.ts'
import type { OutboxItem } from '../platform/offline/outbox-item.ts'

/** Messages of one author this close together stand under one name. */
const GROUPED_WITHIN_MS = 5 * 60_000

export type ChatRow =
  | { type: 'day'; key: string; label: string }
  /** From here on is new to the reader. */
  | { type: 'new'; key: 'new' }
  | { type: 'message'; key: string; message: SpaceMessage; isGrouped: boolean }
  | { type: 'unsent'; key: string; queued: OutboxItem; isGrouped: boolean }

interface Reader {
  viewerId: string
  /** The last place in the order the reader had seen on coming here. */
  seenSeq: number
  nowMs: number
}

/** What stands in a chat from top to bottom: the messages, then what is not sent yet. */
export function chatRows(
  messages: readonly SpaceMessage[],
  queued: readonly OutboxItem[],
  { viewerId, seenSeq, nowMs }: Reader,
): ChatRow[] {
  const firstNew = messages.find(({ seq, user }) => seq > seenSeq && user?._id !== viewerId)
  const rows: ChatRow[] = []
  let before: { author: string | undefined; at: Date } | undefined
  for (const message of messages) {
    const origin = { author: message.user?._id, at: new Date(message.createdAt) }
    const isNewDay = addDay(rows, before?.at, origin.at, nowMs)
    if (message === firstNew) rows.push({ type: 'new', key: 'new' })
    const isGrouped = !isNewDay && message !== firstNew && belongsTogether(before, origin)
    // The id the sender's client gave stays, so that it is the same row before and after it was sent.
    rows.push({ type: 'message', key: message.clientId ?? message._id, message, isGrouped })
    before = origin
  }
  for (const one of queued) {
    const origin = { author: viewerId, at: new Date(one.createdAt) }
    const isNewDay = addDay(rows, before?.at, origin.at, nowMs)
    const isGrouped = !isNewDay && belongsTogether(before, origin)
    rows.push({ type: 'unsent', key: one.id, queued: one, isGrouped })
    before = origin
  }
  return rows
}

function addDay(rows: ChatRow[], before: Date | undefined, at: Date, nowMs: number): boolean {
  if (before && before.toDateString() === at.toDateString()) return false
  rows.push({ type: 'day', key: `day-${at.toDateString()}`, label: dayLabel(at, nowMs) })
  return true
}

interface Origin {
  author: string | undefined
  at: Date
}

function belongsTogether(before: Origin | undefined, origin: Origin): boolean {
  if (!before || before.author === undefined || before.author !== origin.author) return false
  return origin.at.getTime() - before.at.getTime() < GROUPED_WITHIN_MS
}

/** 'Today', 'Yesterday', else the day in full, in the reader's own language and zone. */
function dayLabel(day: Date, nowMs: number): string {
  const today = new Date(nowMs)
  if (day.toDateString() === today.toDateString()) return 'Today'
  today.setDate(today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'Yesterday'
  return day.toLocaleDateString(undefined, { dateStyle: 'full' })
}

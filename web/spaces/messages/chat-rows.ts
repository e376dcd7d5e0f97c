import type { SpaceMessage } from '../../../contract/space-messages.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { formatDay } from '../../ui/relative-time-format.ts'

/** Messages of one author this close together stand under one name. */
const GROUPED_WITHIN_MS = 5 * 60_000

export type ChatRow =
  | { type: 'day'; key: string; label: string }
  /** From here on is new to the reader. */
  | { type: 'new'; key: 'new' }
  | MessageRow
  | { type: 'unsent'; key: string; queued: OutboxItem; isGrouped: boolean }

interface MessageRow {
  type: 'message'
  key: string
  message: SpaceMessage
  isGrouped: boolean
}

const NEW_ROW: ChatRow = { type: 'new', key: 'new' }

/** Rows that are drawn together, or not at all. */
export interface ChatRowGroup {
  key: string
  size: number
  rows: ChatRow[]
}

/** Places in the order, of which the messages are drawn together. */
const GROUP_PLACES = 12
const UNSENT_GROUP = 'unsent'

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
  let before: Origin | undefined
  for (const message of messages) {
    const origin = originOf(message)
    const isNewDay = addDay(rows, before, origin, nowMs)
    if (message === firstNew) rows.push(NEW_ROW)
    const isGrouped = !isNewDay && message !== firstNew && belongsTogether(before, origin)
    if (origin.row?.isGrouped !== isGrouped)
      // The id the sender's client gave stays, so that it is the same row before and after it was
      // sent.
      origin.row = { type: 'message', key: message.clientId ?? message._id, message, isGrouped }
    rows.push(origin.row)
    before = origin
  }
  for (const one of queued) {
    const origin = { author: viewerId, ...momentOf(one.createdAt) }
    const isNewDay = addDay(rows, before, origin, nowMs)
    const isGrouped = !isNewDay && belongsTogether(before, origin)
    rows.push({ type: 'unsent', key: one.id, queued: one, isGrouped })
    before = origin
  }
  return rows
}

/** By places in the order, so that no message changes its group when others come or go. */
export function groupRows(rows: readonly ChatRow[]): ChatRowGroup[] {
  const groups: ChatRowGroup[] = []
  let lines: ChatRow[] = []
  for (const row of rows) {
    lines.push(row)
    // A line stands with what follows it.
    if (row.type === 'day' || row.type === 'new') continue
    const key = row.type === 'message' ? groupOf(row.message) : UNSENT_GROUP
    const last = groups.at(-1)
    if (last?.key === key) last.rows.push(...lines)
    else groups.push({ key, size: 0, rows: lines })
    lines = []
  }
  return groups.map(asBefore)
}

/** The groups that were made, by their last rows. */
const made = new WeakMap<ChatRow, ChatRowGroup>()

/** The same group for the same rows: what is not drawn need not be looked at again. */
function asBefore(group: ChatRowGroup): ChatRowGroup {
  const { rows } = group
  const [last] = rows.slice(-1)
  if (!last) return group
  const before = made.get(last)
  if (before?.size === rows.length && before.rows.every((row, index) => row === rows[index]))
    return before
  group.size = rows.length
  made.set(last, group)
  return group
}

/** The key of the group a message is in. */
export function groupOf({ seq }: SpaceMessage): string {
  return String(Math.floor(seq / GROUP_PLACES))
}

interface Origin {
  author: string | undefined
  atMs: number
  day: string
  row?: MessageRow
}

/**
 * Dates are dear, and every change of one message asks for those of all. The rows stay the same.
 */
const origins = new WeakMap<SpaceMessage, Origin>()

function originOf(message: SpaceMessage): Origin {
  const known = origins.get(message)
  if (known) return known
  const origin = { author: message.user?._id, ...momentOf(message.createdAt) }
  origins.set(message, origin)
  return origin
}

function momentOf(time: string): { atMs: number; day: string } {
  const date = new Date(time)
  return { atMs: date.getTime(), day: date.toDateString() }
}

function addDay(rows: ChatRow[], before: Origin | undefined, at: Origin, nowMs: number): boolean {
  if (before?.day === at.day) return false
  if (nowMs !== dayRowsAtMs) dayRows.clear()
  dayRowsAtMs = nowMs
  const known = dayRows.get(at.day)
  const row: ChatRow = known ?? {
    ...{ type: 'day', key: `day-${at.day}` },
    label: dayLabel(new Date(at.atMs), nowMs),
  }
  dayRows.set(at.day, row)
  rows.push(row)
  return true
}

/** As they are called at one moment. */
const dayRows = new Map<string, ChatRow>()
let dayRowsAtMs = 0

function belongsTogether(before: Origin | undefined, origin: Origin): boolean {
  if (!before || before.author === undefined || before.author !== origin.author) return false
  return origin.atMs - before.atMs < GROUPED_WITHIN_MS
}

/** 'Today', 'Yesterday', else the day in full, in the reader's own language and zone. */
function dayLabel(day: Date, nowMs: number): string {
  const today = new Date(nowMs)
  if (day.toDateString() === today.toDateString()) return 'Today'
  today.setDate(today.getDate() - 1)
  if (day.toDateString() === today.toDateString()) return 'Yesterday'
  return formatDay(day)
}

import {
  MESSAGE_SEARCH_PAGE_SIZE,
  type MessageSearchPage,
  type MessageSearchQuery,
} from '../../../contract/message-search.ts'
import { searchWords } from '../../../contract/search.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import { requireMembership } from '../membership/require-membership.ts'
import { presentMessage } from '../present.ts'
import { readContext } from './message-context.ts'
import { isFoundBy, SEGMENT_SIZE, segmentOf } from './message-index.ts'
import * as messageQueries from './message-queries.ts'
import * as searchQueries from './message-search-queries.ts'

/** More words of one search are not looked for. */
const WORDS_MAX = 6
/** So many segments of the room are read through for an answer. */
const READ_MAX = 10
/** Where messages are long, fewer: no more are begun after so many characters. */
const READ_CHARACTERS = 100_000

/**
 * Messages of a room in which each of the words begins a word, the newest first, of those the actor
 * may read; none of whom a block keeps from them. Refuses as `readMessages` does.
 */
export async function searchMessages(
  actor: Actor,
  services: Pick<Services, 'db' | 'images'>,
  spaceId: Id,
  { q, before = Number.MAX_SAFE_INTEGER }: MessageSearchQuery,
): Promise<MessageSearchPage> {
  const { db } = services
  const membership = await requireMembership(actor, services, spaceId)
  const words = searchWords(q).slice(0, WORDS_MAX)
  if (words.length === 0) return { messages: [], before: null }
  const to = Math.min(before, membership.last_seq + 1)
  const room = { spaceId, from: membership.reads_after_seq + 1, to, words }
  const { ids, end } = await findIn(db, room, membership.indexed_before)
  const where = { viewer: actor.id, space: spaceId }
  const rows = ids.length === 0 ? [] : await messageQueries.messagesAmong(db, where, ids)
  const context = await readContext(db, { viewer: actor.id, spaceId }, rows)
  return {
    messages: rows.map((row) => presentMessage(actor.id, services, row, context)),
    before: end === null ? null : String(end),
  }
}

interface Sought {
  spaceId: Id
  words: string[]
  /** The first number that may be read, and the first after those looked at. */
  from: number
  to: number
}

interface Found {
  ids: Id[]
  /** Before this number there may be more; null once everything was looked at. */
  end: number | null
}

/**
 * Reads what is not indexed yet, then the newest segments that may hold a message with the words.
 */
async function findIn(db: Queryable, sought: Sought, indexedBefore: number): Promise<Found> {
  const { spaceId: space, words, from, to } = sought
  const found: { id: Id; seq: number }[] = []
  let characters = 0
  const read = async (first: number, last: number) => {
    const range = { space, from: Math.max(first, from), before: Math.min(last, to) }
    const texts = await searchQueries.textsBetween(db, range)
    for (const { content } of texts) characters += content.length
    found.push(...texts.filter(({ content }) => isFoundBy(words, content)))
  }
  const isFull = () => found.length > MESSAGE_SEARCH_PAGE_SIZE
  if (to > indexedBefore) await read(indexedBefore, to)
  const segments = isFull()
    ? []
    : await segmentsFor(db, { ...sought, to: Math.min(to, indexedBefore) })
  let end: number | null = null
  for (const [place, segment] of segments.entries()) {
    if (isFull()) break
    end = (segment + 1) * SEGMENT_SIZE
    if (place === READ_MAX || characters > READ_CHARACTERS) break
    await read(segment * SEGMENT_SIZE, end)
    end = null
  }
  const page = found.slice(0, MESSAGE_SEARCH_PAGE_SIZE)
  const ids = page.map(({ id }) => id)
  return { ids, end: isFull() ? (page.at(-1)?.seq ?? null) : end }
}

/**
 * The newest with the beginning that is the rarest, as a rule the longest; one more than are read.
 * All of the room where so many words begin with each that most segments hold one.
 */
async function segmentsFor(db: Queryable, { spaceId, words, from, to }: Sought): Promise<number[]> {
  if (to <= from) return []
  const between = { from: segmentOf(from), to: segmentOf(to - 1) }
  const limit = READ_MAX + 1
  for (const word of words.toSorted((one, other) => other.length - one.length)) {
    const completions = await searchQueries.completionsOf(db, spaceId, word)
    if (completions.length === 0) return []
    if (completions.length <= searchQueries.COMPLETIONS_MAX)
      return searchQueries.segmentsWith(db, { spaceId, words: completions, ...between, limit })
  }
  const length = Math.min(limit, between.to - between.from + 1)
  return Array.from({ length }, (_, index) => between.to - index)
}

import { firstSearchKeys, isKeyBegun, normalizeForSearch } from '../../../contract/search.ts'
import { MESSAGE_MAX } from '../../../contract/spaces.ts'
import { withoutMentions } from '../../mentions/mention-text.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import * as searchQueries from './message-search-queries.ts'

// The index of words says in which segments of a room a word stands: a segment is so many numbers
// of the room, one after the other. It is written for a whole segment at once, when the first
// message after it comes: a word that many say stands there once, and most messages write nothing.
// What came since is read through (`spaces.indexed_before`), and so are the segments that a search
// finds. All of it is written while the room is locked.

export const SEGMENT_SIZE = 64

/**
 * A message of more words is found by the first of them, and so is one that is longer as it
 * compares than any that is written as it is read: who cuts 64 of them holds everybody up.
 */
const FIRST = { keys: 200, characters: 2 * MESSAGE_MAX }

export function segmentOf(seq: number): number {
  return Math.floor(seq / SEGMENT_SIZE)
}

/** A room as it stands; `seq`: its last number. */
interface IndexedSpace {
  id: Id
  seq: number
  indexed_before: number
}

/** Indexes the segments before that of the last number, where that is not done yet. */
export async function indexSegments(trx: Queryable, space: IndexedSpace): Promise<void> {
  const before = segmentOf(space.seq) * SEGMENT_SIZE
  if (before <= space.indexed_before) return
  const range = { space: space.id, from: space.indexed_before, before }
  const words = new Map<number, Set<string>>()
  for (const { seq, content } of await searchQueries.textsBetween(trx, range)) {
    const ofSegment = words.get(segmentOf(seq)) ?? new Set()
    for (const word of wordsOf(content)) ofSegment.add(word)
    words.set(segmentOf(seq), ofSegment)
  }
  for (const [segment, ofSegment] of words)
    await searchQueries.insertWords(trx, {
      space: space.id,
      segment,
      words: JSON.stringify([...ofSegment].sort()),
    })
  await searchQueries.moveIndexedBefore(trx, { space: space.id, before })
}

interface Changed {
  space: Pick<IndexedSpace, 'id' | 'indexed_before'>
  seq: number
  /** What it said until now, and what it says: '' for nothing. */
  former: string
  content: string
}

/** Keeps the words of messages that were changed already; all of one space. */
export async function reindexMessages(trx: Queryable, changed: Changed[]): Promise<void> {
  const segments = Map.groupBy(
    changed.filter(({ seq, space }) => seq < space.indexed_before),
    ({ seq }) => segmentOf(seq),
  )
  for (const [segment, messages] of segments) {
    const [{ space }] = messages as [Changed]
    const here = { space: space.id, segment }
    const words = (texts: string[]) => new Set(texts.flatMap(wordsOf))
    const was = words(messages.map(({ former }) => former))
    const is = words(messages.map(({ content }) => content))
    const added = [...is.difference(was)]
    if (added.length > 0)
      await searchQueries.insertWords(trx, { ...here, words: JSON.stringify(added) })
    const gone = [...was.difference(is)]
    if (gone.length === 0) continue
    const range = {
      space: space.id,
      from: segment * SEGMENT_SIZE,
      before: (segment + 1) * SEGMENT_SIZE,
    }
    const left = saidByNobody(gone, await searchQueries.textsBetween(trx, range))
    if (left.length > 0) await searchQueries.deleteWords(trx, here, left)
  }
}

/** Of these words those that stand in none of the messages. */
function saidByNobody(words: string[], messages: { content: string }[]): string[] {
  let left = words
  for (const { content } of messages) {
    if (left.length === 0) break
    const text = normalizeForSearch(content)
    // Cutting a text into words is many times dearer.
    if (!left.some((word) => text.includes(word))) continue
    const said = new Set(wordsOf(content))
    left = left.filter((word) => !said.has(word))
  }
  return left
}

/** Whether each of the typed words is the beginning of a word of the message. */
export function isFoundBy(words: readonly string[], content: string): boolean {
  const text = normalizeForSearch(withoutMentions(content)).slice(0, FIRST.characters)
  return words.every((word) => text.includes(word) && isKeyBegun(word, text))
}

function wordsOf(content: string): string[] {
  return firstSearchKeys(withoutMentions(content), FIRST)
}

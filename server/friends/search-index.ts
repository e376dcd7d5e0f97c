import { ABOUT_ME_MAX } from '../../contract/profile.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './search-queries.ts'
import { TIERS } from './search-queries.ts'

// What a member is found by. Words are kept in lower case as they are compared, so that a search
// means the same on both databases and no character of it is a wildcard. A bio is found by the
// beginning of each of its words; only among one's own friends the screen finds any part of it.
// Who changes how a text is cut renews the rows that are there with a migration.

// A word is what stands together of letters, digits and underscores, as usernames do; an emoji
// is a word of its own. Scripts that leave no space between words are cut where a reader would.
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
const words = new Intl.Segmenter('en', { granularity: 'word' })
/** What is longer is found by its beginning; an index key has an end. */
const WORD_MAX = 40
/** Room for a bio in which every character is a word. */
const BIO_WORDS_MAX = ABOUT_ME_MAX

/**
 * Makes a member findable by their username and bio as they are now, in the transaction that
 * changed them. Who is not verified is not found.
 */
export async function indexMember(trx: Queryable, memberId: Id): Promise<void> {
  const member = await queries.findSearchable(trx, memberId)
  const rows = member ? rowsOf(member) : []
  // Most changes of a profile leave what it is found by as it is, and the words of a bio are many.
  const kept = await queries.indexedWordsOf(trx, memberId)
  if (!isSame(rows, kept)) await queries.replaceWords(trx, memberId, rows)
}

/** The distinct words of a text, in the form they are kept in. */
export function wordsOf(text: string): string[] {
  const found = (normalizeForSearch(text).match(WORD) ?? []).flatMap(cut)
  return [...new Set(found.map((word) => Array.from(word).slice(0, WORD_MAX).join('')))]
}

/** A text as it compares: without case, and alike whichever way its characters are written. */
export function normalizeForSearch(text: string): string {
  return text.normalize('NFKC').toLowerCase()
}

function cut(together: string): string[] {
  return Array.from(words.segment(together), ({ segment }) => segment)
}

function isSame(rows: queries.Word[], others: queries.Word[]): boolean {
  const keysOf = (some: queries.Word[]) => new Set(some.map(({ tier, word }) => `${tier} ${word}`))
  return rows.length === others.length && keysOf(rows).isSubsetOf(keysOf(others))
}

function rowsOf({ id, username_key, user_number, about_me }: queries.SearchableRow) {
  const row = (tier: number, word: string) => ({ tier, word, newness: -user_number, user_id: id })
  const endings = Array.from(username_key, (_, start) => username_key.slice(start))
  const { username, withinUsername, bio } = TIERS
  return [
    ...endings.map((ending, start) => row(start === 0 ? username : withinUsername, ending)),
    ...wordsOf(about_me)
      .slice(0, BIO_WORDS_MAX)
      .map((word) => row(bio, word)),
  ]
}

import type { Queryable } from '../schema.ts'
import * as queries from './search-queries.ts'
import { TIERS } from './search-queries.ts'

// What a member is found by. Words are kept in lower case as they are compared, so that a search
// means the same on both databases and no character of it is a wildcard.

// A word is what stands together of letters, digits and underscores, as usernames do; an emoji
// is a word of its own.
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
/** What is longer is found by its beginning; an index key has an end. */
const WORD_MAX = 40
const BIO_WORDS_MAX = 80

/**
 * Makes a member findable by their username and bio as they are now, in the transaction that
 * changed them. Who is not verified is not found.
 */
export async function indexMember(trx: Queryable, memberId: string): Promise<void> {
  const member = await queries.findSearchable(trx, memberId)
  await queries.replaceWords(trx, memberId, member ? rowsOf(member) : [])
}

/** The distinct words of a text, in the form they are kept in. */
export function wordsOf(text: string): string[] {
  const found = keptForm(text).match(WORD) ?? []
  return [...new Set(found.map((word) => Array.from(word).slice(0, WORD_MAX).join('')))]
}

/** A text as it compares: without case, and alike whichever way its characters are written. */
export function keptForm(text: string): string {
  return text.normalize('NFKC').toLowerCase()
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

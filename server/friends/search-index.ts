import { ABOUT_ME_MAX } from '../../contract/profile.ts'
import { searchKeys } from '../../contract/search.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import * as queries from './search-queries.ts'
import { TIERS } from './search-queries.ts'

/** Room for a bio in which every character is a word. */
const BIO_WORDS_MAX = ABOUT_ME_MAX

/** Makes a member findable as they are now, in the transaction that changed them; if verified. */
export async function indexMember(trx: Queryable, memberId: Id): Promise<void> {
  const member = await queries.findSearchable(trx, memberId)
  const rows = member ? rowsOf(member) : []
  // Most changes of a profile leave what it is found by as it is, and the words of a bio are many.
  const kept = await queries.indexedWordsOf(trx, memberId)
  if (!isSame(rows, kept)) await queries.replaceWords(trx, memberId, rows)
}

function isSame(rows: queries.Word[], others: queries.Word[]): boolean {
  const keysOf = (some: queries.Word[]) => new Set(some.map(({ tier, word }) => `${tier} ${word}`))
  return rows.length === others.length && keysOf(rows).isSubsetOf(keysOf(others))
}

function rowsOf({ id, username, user_number, about_me }: queries.SearchableRow) {
  const row = (tier: number, word: string) => ({ tier, word, newness: -user_number, user_id: id })
  const { username: whole, withinUsername, bio } = TIERS
  return [
    ...searchKeys(username).map((word, place) => row(place === 0 ? whole : withinUsername, word)),
    ...searchKeys(about_me)
      .slice(0, BIO_WORDS_MAX)
      .map((word) => row(bio, word)),
  ]
}

import type { Kysely } from 'kysely'
import { narrowTables } from '../platform/database/narrow-tables.ts'

// Makes the members that are there already findable, by the rule as it was on that day: what has
// run on somebody's server never changes, so it does not follow the rule of the friends room.

const MEMBERS_AT_ONCE = 500
const WORD = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
const WORD_MAX = 40
const BIO_WORDS_MAX = 80

interface Then {
  users: {
    id: string
    username_key: string
    user_number: number
    verified_at: number | null
    about_me: string
  }
  member_words: { tier: number; word: string; newness: number; user_id: string }
}
type Member = Awaited<ReturnType<typeof membersAfter>>[number]

export async function indexMembers(db: Kysely<never>): Promise<void> {
  const then = narrowTables<Then, never>(db)
  let last = 0
  for (;;) {
    const members = await membersAfter(then, last)
    for (const member of members)
      await then.insertInto('member_words').values(wordsOf(member)).execute()
    last = members.at(-1)?.user_number ?? last
    if (members.length < MEMBERS_AT_ONCE) return
  }
}

function membersAfter(db: Kysely<Then>, userNumber: number) {
  return db
    .selectFrom('users')
    .select(['id', 'username_key', 'user_number', 'about_me'])
    .where('verified_at', 'is not', null)
    .where('user_number', '>', userNumber)
    .orderBy('user_number')
    .limit(MEMBERS_AT_ONCE)
    .execute()
}

function wordsOf({ id, username_key, user_number, about_me }: Member) {
  const row = (tier: number, word: string) => ({ tier, word, newness: -user_number, user_id: id })
  const endings = Array.from(username_key, (_, start) => username_key.slice(start))
  const found = about_me.normalize('NFKC').toLowerCase().match(WORD) ?? []
  const bio = new Set(found.map((word) => Array.from(word).slice(0, WORD_MAX).join('')))
  return [
    ...endings.map((ending, start) => row(start === 0 ? 0 : 1, ending)),
    ...[...bio].slice(0, BIO_WORDS_MAX).map((word) => row(2, word)),
  ]
}

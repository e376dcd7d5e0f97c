import type { Kysely } from 'kysely'
import { narrowTables } from '../platform/database/narrow-tables.ts'

// Members are found by every word of their bio, and by words in scripts that leave no space
// between them: what was cut otherwise until now is cut anew, by the rule as it is on this day.

const MEMBERS_AT_ONCE = 200
const ROWS_AT_ONCE = 1_000
const TOGETHER = /[\p{L}\p{N}\p{M}_]+|\p{Extended_Pictographic}/gu
const WORD_MAX = 40
const BIO_WORDS_MAX = 500
const BIO = 2

interface Then {
  users: { id: string; user_number: number; verified_at: number | null; about_me: string }
  member_words: { tier: number; word: string; newness: number; user_id: string }
}
type Member = Awaited<ReturnType<typeof membersAfter>>[number]

export async function up(db: Kysely<never>): Promise<void> {
  const then = narrowTables<Then, never>(db)
  let last = 0
  for (;;) {
    const members = await membersAfter(then, last)
    await cutAnew(then, members)
    last = members.at(-1)?.user_number ?? last
    if (members.length < MEMBERS_AT_ONCE) return
  }
}

function membersAfter(db: Kysely<Then>, userNumber: number) {
  return db
    .selectFrom('users')
    .select(['id', 'user_number', 'about_me'])
    .where('verified_at', 'is not', null)
    .where('user_number', '>', userNumber)
    .orderBy('user_number')
    .limit(MEMBERS_AT_ONCE)
    .execute()
}

async function cutAnew(db: Kysely<Then>, members: Member[]) {
  const kept = await wordsKept(db, members)
  const changed = members
    .map((member) => ({ ...member, words: bioWords(member.about_me) }))
    .filter(({ id, words }) => !isSame(words, kept.get(id) ?? new Set()))
  if (changed.length === 0) return
  const ids = changed.map(({ id }) => id)
  await db.deleteFrom('member_words').where('user_id', 'in', ids).where('tier', '=', BIO).execute()
  const rows = changed.flatMap(({ id, user_number, words }) =>
    Array.from(words, (word) => ({ tier: BIO, word, newness: -user_number, user_id: id })),
  )
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE)
    await db
      .insertInto('member_words')
      .values(rows.slice(from, from + ROWS_AT_ONCE))
      .execute()
}

async function wordsKept(db: Kysely<Then>, members: Member[]) {
  const kept = new Map(members.map(({ id }) => [id, new Set<string>()]))
  if (members.length === 0) return kept
  const rows = await db
    .selectFrom('member_words')
    .select(['user_id', 'word'])
    .where('user_id', 'in', [...kept.keys()])
    .where('tier', '=', BIO)
    .execute()
  for (const { user_id, word } of rows) kept.get(user_id)?.add(word)
  return kept
}

function bioWords(about_me: string): Set<string> {
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' })
  const words = (about_me.normalize('NFKC').toLowerCase().match(TOGETHER) ?? [])
    .flatMap((together) => Array.from(segmenter.segment(together), ({ segment }) => segment))
    .map((word) => Array.from(word).slice(0, WORD_MAX).join(''))
  return new Set([...new Set(words)].slice(0, BIO_WORDS_MAX))
}

function isSame(words: Set<string>, others: Set<string>): boolean {
  return words.size === others.size && words.isSubsetOf(others)
}

import type { Expression, ExpressionBuilder, Insertable, NotNull, SqlBool } from 'kysely'
import type { Id } from '../platform/ids.ts'
import type { MemberWordsTable, Queryable, Schema } from '../schema.ts'
import { isUnblocked } from '../visibility/hidden-members.ts'
import { visibleMembers } from '../visibility/visible-queries.ts'

// The SQL of Discover and search: which members stand on a page, as ids. Each word that is looked
// for is one range of `member_words`, whose key is also the order they are shown in.

/** How a member can match, the best first: the tiers of `member_words`. */
export const TIERS = { username: 0, withinUsername: 1, bio: 2 } as const
/** No search looks at more words than this in a tier: further matches are not shown. */
const EXAMINED_MAX = 2_000

/** Members who are verified, newest first, without the viewer. */
export async function newestMembers(
  db: Queryable,
  viewerId: Id,
  { limit, offset }: { limit: number; offset: number },
): Promise<Id[]> {
  // Only numbers are skipped over, which stand in the index; the members are then looked up.
  const numbers = visibleMembers(db, viewerId)
    .select('user_number')
    .where('user_number', '<>', (eb) =>
      eb
        .selectFrom('users as viewer')
        .select('viewer.user_number')
        .where('viewer.id', '=', viewerId),
    )
    .orderBy('user_number', 'desc')
    .limit(limit)
    .offset(offset)
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('user_number', 'in', numbers)
    .orderBy('user_number', 'desc')
    .execute()
  return rows.map((row) => row.id)
}

interface Sought {
  tier: number
  word: string
  /** In which tiers the other words may be found. */
  tiers: number[]
  others: string[]
}

/**
 * Members of one tier whom the words find, without those a better tier finds by the same word:
 * each once, by the word that comes first, newer members first where it is the same.
 */
export async function findByWords(
  db: Queryable,
  { viewerId, limit, ...sought }: Sought & { viewerId: Id; limit: number },
): Promise<Id[]> {
  const rows = await foundByWords(db, sought, await lastExamined(db, sought))
    .where('found.user_id', '<>', viewerId)
    .where(isUnblocked('found.user_id', viewerId))
    .limit(Math.min(limit, EXAMINED_MAX))
    .execute()
  return rows.map((row) => row.user_id)
}

/**
 * All of them, whoever looks and whom they block: for administrators; of the `users` that `among`
 * says.
 */
export async function findAnybodyByWords(
  db: Queryable,
  { among, ...sought }: Sought & { among: Expression<SqlBool> },
): Promise<Id[]> {
  const rows = await foundByWords(db, sought, await lastExamined(db, sought))
    .innerJoin('users', 'users.id', 'found.user_id')
    .where(among)
    .execute()
  return rows.map((row) => row.user_id)
}

function foundByWords(
  db: Queryable,
  { tier, word, tiers, others }: Sought,
  end: { word: string; newness: number },
) {
  return db
    .selectFrom('member_words as found')
    .select('found.user_id')
    .where('found.tier', '=', tier)
    .where('found.word', '>=', word)
    .where((eb) =>
      eb(eb.refTuple('found.word', 'found.newness'), '<=', eb.tuple(end.word, end.newness)),
    )
    .where((eb) => eb.not(eb.exists(betterMatch(eb, word))))
    .where((eb) => eb.and(others.map((other) => eb.exists(alsoFoundBy(eb, other, tiers)))))
    .orderBy('found.word')
    .orderBy('found.newness')
}

/** How often words beginning so are kept, as far as a search would look. */
export async function countWords(db: Queryable, word: string): Promise<number> {
  const counts = Object.values(TIERS).map((tier) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('member_words')
          .select('tier')
          .where('tier', '=', tier)
          .where((words) => beginsWith(words, 'word', word))
          .limit(EXAMINED_MAX)
          .as('looked_at'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow(),
  )
  const rows = await Promise.all(counts)
  return rows.reduce((sum, { count }) => sum + Number(count), 0)
}

/** What a member is found by; undefined when they are not there, not verified or suspended. */
export function findSearchable(trx: Queryable, memberId: Id) {
  return trx
    .selectFrom('users')
    .select(['id', 'username', 'user_number', 'about_me'])
    .where('id', '=', memberId)
    .where('verified_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('suspended_until', 'is', null)
    .$narrowType<{ user_number: NotNull }>()
    .executeTakeFirst()
}

export type SearchableRow = NonNullable<Awaited<ReturnType<typeof findSearchable>>>

export type Word = Pick<MemberWordsTable, 'tier' | 'word'>

export function indexedWordsOf(trx: Queryable, memberId: Id): Promise<Word[]> {
  return trx
    .selectFrom('member_words')
    .select(['tier', 'word'])
    .where('user_id', '=', memberId)
    .execute()
}

export async function replaceWords(
  trx: Queryable,
  memberId: Id,
  rows: Insertable<MemberWordsTable>[],
) {
  await trx.deleteFrom('member_words').where('user_id', '=', memberId).execute()
  if (rows.length > 0) await trx.insertInto('member_words').values(rows).execute()
}

/** The last place in a range that a search looks at. */
async function lastExamined(db: Queryable, { tier, word }: Word) {
  const last = await db
    .selectFrom('member_words')
    .select(['word', 'newness'])
    .where('tier', '=', tier)
    .where((eb) => beginsWith(eb, 'word', word))
    .orderBy('word')
    .orderBy('newness')
    .limit(1)
    .offset(EXAMINED_MAX - 1)
    .executeTakeFirst()
  return last ?? { word: lastWord(word), newness: 0 }
}

type Found = ExpressionBuilder<Schema & { found: MemberWordsTable }, 'found'>

function betterMatch(eb: Found, word: string) {
  return eb
    .selectFrom('member_words as better')
    .select('better.user_id')
    .whereRef('better.user_id', '=', 'found.user_id')
    .where((words) => beginsWith(words, 'better.word', word))
    .where((words) =>
      words.or([
        words('better.tier', '<', words.ref('found.tier')),
        words.and([
          words('better.tier', '=', words.ref('found.tier')),
          words('better.word', '<', words.ref('found.word')),
        ]),
      ]),
    )
}

function alsoFoundBy(eb: Found, word: string, tiers: number[]) {
  return eb
    .selectFrom('member_words as also')
    .select('also.user_id')
    .whereRef('also.user_id', '=', 'found.user_id')
    .where((words) => beginsWith(words, 'also.word', word))
    .$if(!tiers.includes(TIERS.bio), (query) => query.where('also.tier', '<>', TIERS.bio))
}

function beginsWith<DB, Table extends keyof DB>(
  eb: ExpressionBuilder<DB, Table>,
  column: Parameters<ExpressionBuilder<DB, Table>>[0],
  word: string,
) {
  return eb.between(column, word as never, lastWord(word) as never)
}

/** Sorts after every word that begins so: no word holds this character, the last there is. */
function lastWord(beginning: string): string {
  return `${beginning}\u{10FFFF}`
}

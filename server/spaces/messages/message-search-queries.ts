import { type RawBuilder, sql } from 'kysely'
import { jsonTexts } from '../../platform/database/portable-sql.ts'
import { prepared } from '../../platform/database/prepared.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'

// The SQL of looking for messages of one room by words. Each statement reads a few short segments
// of an index, however much was said in the room.

/** Sorts after every word that begins so: no word holds this character, the last there is. */
const lastWord = (beginning: string) => `${beginning}\u{10ffff}`

/** So many words that begin alike are looked for by themselves. */
export const COMPLETIONS_MAX = 20

interface Words {
  space: Id
  segment: number
  words: string
}

/** One statement, however many words; those that are there already are left. */
export const insertWords = prepared((trx: Queryable, given: Words) =>
  trx
    .insertInto('message_words')
    .columns(['space_id', 'word', 'segment'])
    .expression((eb) =>
      eb
        .selectFrom(jsonTexts(trx, given.words).as('added'))
        .select([
          sql<Id>`${given.space}`.as('space_id'),
          'added.value as word',
          sql<number>`${given.segment}`.as('segment'),
        ])
        // Without it SQLite takes `on conflict` for a join.
        .where(sql<boolean>`true`),
    )
    .onConflict((c) => c.columns(['space_id', 'word', 'segment']).doNothing()),
)

export async function deleteWords(
  trx: Queryable,
  { space, segment }: Omit<Words, 'words'>,
  words: string[],
) {
  await trx
    .deleteFrom('message_words')
    .where('space_id', '=', space)
    .where('word', 'in', words)
    .where('segment', '=', segment)
    .execute()
}

export const moveIndexedBefore = prepared((trx: Queryable, given: { space: Id; before: number }) =>
  trx.updateTable('spaces').set({ indexed_before: given.before }).where('id', '=', given.space),
)

interface Range {
  space: Id
  /** The first number, and the first after them. */
  from: number
  before: number
}

/** What is said there, the newest first. */
export const textsBetween = prepared((db: Queryable, given: Range) =>
  db
    .selectFrom('space_messages')
    .select(['id', 'seq', 'content'])
    .where('space_id', '=', given.space)
    .where('is_deleted', '=', sql.lit(0))
    .where('seq', '>=', given.from)
    .where('seq', '<', given.before)
    .orderBy('seq', 'desc'),
)

/**
 * The first words of the room that begin so, each found by one step into the key; one more than are
 * looked for.
 */
export async function completionsOf(
  db: Queryable,
  spaceId: Id,
  beginning: string,
): Promise<string[]> {
  const next = (bound: RawBuilder<unknown>) => sql`(select message_words.word from message_words
    where message_words.space_id = ${spaceId} and message_words.word ${bound}
      and message_words.word <= ${lastWord(beginning)}
    order by message_words.word limit 1)`
  const { rows } = await sql<{ word: string }>`
    with recursive completions (word, place) as (
      select ${next(sql`>= ${beginning}`)}, 1
      union all
      select ${next(sql`> completions.word`)}, place + 1 from completions
        where completions.word is not null and place <= ${COMPLETIONS_MAX}
    )
    select word from completions where word is not null`.execute(db)
  return rows.map(({ word }) => word)
}

interface Candidates {
  spaceId: Id
  words: string[]
  /** Between these two, both among them. */
  from: number
  to: number
  limit: number
}

/** The newest segments with one of these words, each once. */
export async function segmentsWith(
  db: Queryable,
  { spaceId, words, from, to, limit }: Candidates,
): Promise<number[]> {
  const newest = words.map(
    (word) => sql`select * from (select segment from message_words
      where space_id = ${spaceId} and word = ${word} and segment >= ${from} and segment <= ${to}
      order by segment desc limit ${limit}) as found`,
  )
  const { rows } = await sql<{ segment: number }>`
    select distinct segment from (${sql.join(newest, sql` union all `)}) as candidates
    order by segment desc limit ${limit}`.execute(db)
  return rows.map(({ segment }) => segment)
}

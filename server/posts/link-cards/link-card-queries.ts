import { hash } from 'node:crypto'
import { expressionBuilder, sql } from 'kysely'
import { withRowLock } from '../../platform/database/portable-sql.ts'
import { prepared } from '../../platform/database/prepared.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { Queryable, Schema } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'

// The SQL of what links lead to. A card is one for all posts with the same link; its address is
// kept only until it was called.

interface Wanted {
  renewedBefore: number
  isWhole: boolean
}

/**
 * The id of the card of a link, which is to be filled (again) where that was too long ago, or where
 * only its square was wanted before. Its row is locked until the transaction ends, also where
 * nothing of it changes.
 */
export async function cardIdOf(
  trx: Queryable,
  url: string,
  { renewedBefore, isWhole }: Wanted,
): Promise<Id> {
  const url_hash = hash('sha256', url, 'base64url')
  const card = { id: newId(), url_hash, url, title: '', description: '', site: '' }
  const whole = isWhole ? { is_whole: 1 } : {}
  await trx
    .insertInto('link_cards')
    .values({ ...card, ...whole, fetched_at: null, failing_since: null })
    .onConflict((c) =>
      c
        .column('url_hash')
        .doUpdateSet({ url, ...whole, fetched_at: null })
        .where(({ eb, or }) =>
          or([
            eb('link_cards.fetched_at', '<', renewedBefore),
            ...(isWhole ? [eb('link_cards.is_whole', '=', 0)] : []),
          ]),
        ),
    )
    .execute()
  const { id } = await trx
    .selectFrom('link_cards')
    .select('id')
    .where('url_hash', '=', url_hash)
    .executeTakeFirstOrThrow()
  return id
}

export async function waitingCardIds(db: Queryable): Promise<Id[]> {
  const waiting = db.selectFrom('link_cards').select('id').where('fetched_at', 'is', null)
  return (await waiting.orderBy('id').limit(100).execute()).map(({ id }) => id)
}

/**
 * Undefined where it was called already. One that was left is there: whoever asks may have a place
 * for it.
 */
export async function findUncalled(db: Queryable, id: Id) {
  return db
    .selectFrom('link_cards')
    .select(['id', 'url', 'is_whole'])
    .where('id', '=', id)
    .where('url', '<>', '')
    .executeTakeFirst()
}

export async function uncalledCardOf(db: Queryable, postId: Id): Promise<Id | undefined> {
  const [card] = await uncalledCard(db, { postId })
  return card?.id
}

const uncalledCard = prepared((db: Queryable, given: { postId: Id }) =>
  postsWithoutVisibilityCheck(db)
    .innerJoin('link_cards', 'link_cards.id', 'posts.link_card_id')
    .select('link_cards.id')
    .where('posts.id', '=', given.postId)
    .where('link_cards.url', '<>', ''),
)

interface Filled {
  title?: string
  description?: string
  site?: string
  image_id?: string | null
  failing_since: number | null
  /** These two not where it goes on waiting. */
  url?: ''
  fetched_at?: number
}

/**
 * It waits for nobody; whoever says the link next, or said it at this moment, has it called. Not
 * where somebody else's post wants more of it already.
 */
export async function leaveUncalled(db: Queryable, { id, is_whole }: { id: Id; is_whole: number }) {
  await db
    .updateTable('link_cards')
    .set({ fetched_at: 0 })
    .where('id', '=', id)
    .where('fetched_at', 'is', null)
    .where('is_whole', '=', is_whole)
    .execute()
}

/** What a card has before it is filled; undefined where the card is gone. */
export async function lockCard(trx: Queryable, id: Id) {
  const card = trx
    .selectFrom('link_cards')
    .select(['url', 'title', 'description', 'site', 'image_id', 'is_whole', 'failing_since'])
    .where('id', '=', id)
  return (await withRowLock(trx, card).execute())[0]
}

export async function fillCard(trx: Queryable, id: Id, card: Filled) {
  await trx.updateTable('link_cards').set(card).where('id', '=', id).execute()
}

/** What shows a card, in no order, shows something else from now on: there may be thousands. */
export function renewPostsWithCard(trx: Queryable, id: Id) {
  return trx
    .updateTable('posts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('link_card_id', '=', id)
    .returning(['id', 'author_id'])
    .execute()
}

const CARDS_AT_ONCE = 100
/** Where all are shown, one look at all of them would keep everybody else waiting. */
const LOOKED_AT_ONCE = 1_000

/**
 * Some of those after one that no post shows, and up to which it was looked; null: there are no
 * more.
 */
export async function unusedCardIds(
  db: Queryable,
  after: Id,
): Promise<{ ids: Id[]; upTo: Id | null }> {
  const next = db.selectFrom('link_cards').select('id').where('id', '>', after)
  const looked = next.orderBy('id').limit(LOOKED_AT_ONCE).as('looked')
  const { last } = await db
    .selectFrom(looked)
    .select((eb) => eb.fn.max<Id | null>('looked.id').as('last'))
    .executeTakeFirstOrThrow()
  if (last === null) return { ids: [], upTo: null }
  const unused = await next
    .where('id', '<=', last)
    .where(isShownNowhere(db))
    .orderBy('id')
    .limit(CARDS_AT_ONCE)
    .execute()
  const ids = unused.map(({ id }) => id)
  return { ids, upTo: ids.length < CARDS_AT_ONCE ? last : (ids.at(-1) ?? last) }
}

/** Once locked, no post takes one of them (`cardIdOf`). Returns their pictures. */
export async function deleteUnusedAmong(trx: Queryable, ids: Id[]): Promise<string[]> {
  const cards = trx.selectFrom('link_cards').select('id').where('id', 'in', ids).orderBy('id')
  await withRowLock(trx, cards).execute()
  const deleted = await trx
    .deleteFrom('link_cards')
    .where('id', 'in', ids)
    .where(isShownNowhere(trx))
    .returning('image_id')
    .execute()
  return deleted.flatMap(({ image_id }) => image_id ?? [])
}

function isShownNowhere(db: Queryable) {
  const shown = postsWithoutVisibilityCheck(db)
    .select('posts.link_card_id')
    .where('posts.link_card_id', '=', sql<Id>`link_cards.id`)
  const told = db
    .selectFrom('space_messages')
    .select('space_messages.link_card_id')
    .where('space_messages.link_card_id', '=', sql<Id>`link_cards.id`)
  const eb = expressionBuilder<Schema, 'link_cards'>()
  return eb.and([eb.not(eb.exists(shown)), eb.not(eb.exists(told))])
}

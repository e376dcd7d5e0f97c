import { expressionBuilder, sql } from 'kysely'
import { FEED_PAGE_SIZE } from '../../../contract/posts.ts'
import { jsonRows } from '../../platform/database/portable-sql.ts'
import { listSlots, prepared, type Slots } from '../../platform/database/prepared.ts'
import { type Id, NO_ID } from '../../platform/ids.ts'
import type { Queryable, ReadonlyDatabase, Schema } from '../../schema.ts'
import { hiddenMembers, isActive, type Viewer } from '../../visibility/hidden-members.ts'
import { postsWithoutVisibilityCheck, visiblePosts } from '../../visibility/visible-queries.ts'
import {
  hiddenReactions,
  reactorsOf,
  vibeCountsOf,
  vibesOf,
} from '../reactions/reaction-queries.ts'
import { hasBlocks } from './blocked-queries.ts'

// The SQL of post cards. A card is the same for everybody who may see it; whether the viewer may
// is asked anew for every page, together with the version that tells whether a card that was
// written before still holds.

/** A post on a page, and which of its cached cards holds. */
export interface CardKey {
  id: Id
  version: number
  /** Grows with every change of a member that may stand on any card. */
  generation: number
  /** 1 where the reader does not see what some people leave on cards. */
  hasBlocks: number
}

const GENERATION = 'card_generation'

/** A member is called or looks otherwise now, or is gone: no card that was kept holds any more. */
export async function invalidateCards(trx: Queryable) {
  await trx
    .insertInto('counters')
    .values({ name: GENERATION, value: 1 })
    .onConflict((c) =>
      c.column('name').doUpdateSet((eb) => ({ value: eb('counters.value', '+', 1) })),
    )
    .execute()
}

function generation(db: ReadonlyDatabase) {
  const found = db.selectFrom('counters').select('value').where('name', '=', sql.lit(GENERATION))
  return expressionBuilder<Schema, never>().fn.coalesce(found, sql.lit(0))
}

/**
 * Beside each post of a page for this reader, so that nothing of a page is a question of its own.
 */
export function cardColumnsFor(db: ReadonlyDatabase, reader: Viewer) {
  return [generation(db).as('generation'), hasBlocks(reader).as('hasBlocks')] as const
}

/**
 * How a member stands on cards, as a list of one; empty where none shows them. It is asked together
 * with the generation: on PostgreSQL either may change between two statements.
 */
export function memberOnCards(db: ReadonlyDatabase, member: Id) {
  const shown = db
    .selectFrom('users as member')
    .select(['member.username', 'member.user_number', 'member.photo_image_id'])
    .where('member.id', '=', member)
    .where(isActive('member.id'))
  return jsonRows(db, shown)
}

const onePost = prepared((db: ReadonlyDatabase, given: { viewer: Id; post: Id }) =>
  visiblePosts(db, given.viewer)
    .select(['posts.id', 'posts.version', ...cardColumnsFor(db, given.viewer)])
    .where('posts.id', '=', given.post),
)

/** One post, as a page of its own; none where the viewer may not see it. */
export function postAlone(db: ReadonlyDatabase, viewerId: Id, postId: Id): Promise<CardKey[]> {
  return onePost(db, { viewer: viewerId, post: postId })
}

/** The card of one post, read anew; none where the viewer may not see it. */
export async function visibleCard(db: ReadonlyDatabase, viewer: Id, post: Id) {
  const [row] = await oneVisibleCard(db, { viewer, post })
  return row
}

export function postsAmong(db: ReadonlyDatabase, viewer: Id, ids: Id[]): Promise<CardKey[]> {
  return somePosts(db, { viewer, ...PAGE.fill(ids) })
}

/** The cards of these posts, at most a page of them, in no particular order. */
export function readCardsWithoutVisibilityCheck(db: ReadonlyDatabase, ids: Id[]) {
  const [first] = ids
  // Mostly one is missing: the post that is new, or that somebody reacted to.
  return first !== undefined && ids.length === 1
    ? oneCard(db, { post: first })
    : cards(db, PAGE.fill(ids))
}

export type CardRow = Awaited<ReturnType<typeof readCardsWithoutVisibilityCheck>>[number]

const PAGE = listSlots<Id>(FEED_PAGE_SIZE, NO_ID)

const somePosts = prepared((db: ReadonlyDatabase, given: Slots<Id> & { viewer: Id }) =>
  visiblePosts(db, given.viewer)
    .select(['posts.id', 'posts.version', ...cardColumnsFor(db, given.viewer)])
    .where('posts.id', 'in', PAGE.in(given)),
)

const oneCard = prepared((db: ReadonlyDatabase, given: { post: Id }) =>
  cardsOf(db).where('posts.id', '=', given.post),
)

const oneVisibleCard = prepared((db: ReadonlyDatabase, given: { viewer: Id; post: Id }) =>
  cardsOf(db, visiblePosts(db, given.viewer))
    .select(hasBlocks(given.viewer).as('hasBlocks'))
    .where('posts.id', '=', given.post),
)

const cards = prepared((db: ReadonlyDatabase, given: Slots<Id>) =>
  cardsOf(db).where('posts.id', 'in', PAGE.in(given)),
)

/** By themselves for ids of a page that was asked for with its viewer. */
function cardsOf(db: ReadonlyDatabase, posts = postsWithoutVisibilityCheck(db)) {
  return posts
    .innerJoin('users', 'users.id', 'posts.author_id')
    .leftJoin('link_cards', 'link_cards.id', 'posts.link_card_id')
    .leftJoin('images as link_image', 'link_image.id', 'link_cards.image_id')
    .select((eb) => [
      'posts.id',
      'posts.author_id',
      'posts.text',
      'posts.theme_date',
      'posts.theme_prompt',
      'posts.created_at',
      'posts.imported_from',
      'posts.edited_at',
      'posts.revision',
      'posts.audience',
      'posts.is_public',
      'posts.version',
      'link_cards.title as link_title',
      'link_cards.description as link_description',
      'link_cards.site as link_site',
      'link_cards.image_id as link_image_id',
      'link_image.width as link_image_width',
      'link_image.height as link_image_height',
      'link_image.widths as link_image_widths',
      'users.username',
      'users.user_number',
      'users.photo_image_id',
      eb('posts.like_count', '-', hiddenReactions(db, 'like')).as('like_count'),
      eb('posts.dislike_count', '-', hiddenReactions(db, 'dislike')).as('dislike_count'),
      eb('posts.comment_count', '-', deletedComments(db)).as('comment_count'),
      generation(db).as('generation'),
      imagesOf(db).as('images'),
      reactorsOf(db, 'like').as('likes'),
      reactorsOf(db, 'dislike').as('dislikes'),
      vibesOf(db).as('vibes'),
      vibeCountsOf(db).as('vibe_counts'),
    ])
}

function imagesOf(db: ReadonlyDatabase) {
  const images = db
    .selectFrom('post_images')
    .innerJoin('images', 'images.id', 'post_images.image_id')
    .select(['images.id', 'images.width', 'images.height', 'images.placeholder', 'images.widths'])
    .select('post_images.alt')
    .where('post_images.post_id', '=', sql<Id>`posts.id`)
    .orderBy('post_images.place')
  return jsonRows(db, images)
}

/** By who is hidden, of whom there are few, and not by the post, which may have thousands. */
function deletedComments(db: ReadonlyDatabase) {
  const ofOne = db
    .selectFrom('comments as gone')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('gone.author_id', '=', sql.ref<Id>('hidden.id'))
    .where('gone.post_id', '=', sql<Id>`posts.id`)
  const all = db.selectFrom(hiddenMembers().as('any')).select('any.id').distinct().as('hidden')
  return db
    .selectFrom(all)
    .select(sql<number>`cast(coalesce(sum(${ofOne}), 0) as integer)`.as('count'))
}

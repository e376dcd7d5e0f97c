import { MESSAGES, type Post } from '../../../contract/posts.ts'
import { hasMentions } from '../../mentions/mention-text.ts'
import { readMentions } from '../../mentions/mentions.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, ReadServices } from '../../services.ts'
import { withMentions, withOwnReactions, withoutTraces } from '../present.ts'
import { givenBy } from '../reactions/reaction-queries.ts'
import { blockedTraces } from './blocked-queries.ts'
import { type CardKey, postAlone, postsAmong, visibleCard } from './card-queries.ts'
import { type Card, cardOf } from './post-cache.ts'

/** In the order of the page, without what is gone. Who may see them was asked with the page. */
export async function hydratePosts(
  actor: Actor,
  services: ReadServices,
  page: CardKey[],
): Promise<Pick<Card, 'post' | 'json'>[]> {
  const cards = await services.postCache.of(services.db, actor.id, page)
  return asSeen(actor, services, cards, page[0]?.hasBlocks === 1)
}

/** Cards as this viewer sees them. `hasBlocks`: one stands between them and somebody. */
async function asSeen(actor: Actor, services: ReadServices, cards: Card[], hasBlocks: boolean) {
  const seen = hasBlocks ? await withoutBlocked(actor, services, cards) : cards
  return withNames(actor, services, await withCutLists(actor, services, seen))
}

async function withCutLists(actor: Actor, services: ReadServices, cards: Card[]) {
  const cut = cards.filter((card) => card.isCut).map((card) => Number(card.post._id))
  if (cut.length === 0) return cards
  const given = await givenBy(services.db, actor.id, cut)
  return cards.map((card) =>
    card.isCut ? cardOf(withOwnReactions(actor, card.post, given)) : card,
  )
}

/** Names are read with each page: nobody is called as they were before, or is there no longer. */
async function withNames(
  actor: Actor,
  { db }: ReadServices,
  cards: Pick<Card, 'post' | 'json'>[],
): Promise<Pick<Card, 'post' | 'json'>[]> {
  const mentioning = cards.filter(({ post }) => hasMentions(post.text))
  if (mentioning.length === 0) return cards
  const texts = mentioning.map(({ post }) => post.text)
  const names = await readMentions(db, actor.id, texts)
  return cards.map((card) =>
    hasMentions(card.post.text) ? cardOf(withMentions(card.post, names)) : card,
  )
}

async function withoutBlocked(actor: Actor, { db }: ReadServices, cards: Card[]): Promise<Card[]> {
  // All of a page may have gone since it was asked for.
  if (cards.length === 0) return cards
  const ids = cards.map(({ post }) => Number(post._id))
  const traces = await blockedTraces(db, actor.id, ids)
  return cards.map(({ post, isCut }) => ({ ...cardOf(withoutTraces(post, traces)), isCut }))
}

export async function readPosts(
  actor: Actor,
  services: ReadServices,
  postIds: Id[],
): Promise<Post[]> {
  const page = await postsAmong(services.db, actor.id, postIds)
  return (await hydratePosts(actor, services, page)).map(({ post }) => post)
}

/**
 * As `readPost`, for a post that was just changed: no kept card of it holds, so all is asked by one
 * statement.
 */
export async function readChangedPost(
  actor: Actor,
  services: ReadServices,
  postId: Id,
): Promise<Post> {
  const row = await visibleCard(services.db, actor.id, postId)
  if (!row) throw new HttpError('not_found', MESSAGES.postMissing)
  return postOf(actor, services, services.postCache.ofRow(actor.id, row), row)
}

/**
 * As `readChangedPost`, where all that changed since `before` is known: without reading the post
 * where its card was kept.
 */
export async function readPostAfter(
  actor: Actor,
  services: ReadServices,
  before: CardKey,
  change: (card: Post) => Post | undefined,
): Promise<Post> {
  const card = services.postCache.changed(actor.id, before, change)
  return card ? postOf(actor, services, card, before) : readChangedPost(actor, services, before.id)
}

async function postOf(
  actor: Actor,
  services: ReadServices,
  card: Card,
  { hasBlocks }: Pick<CardKey, 'hasBlocks'>,
): Promise<Post> {
  const [seen] = await asSeen(actor, services, [card], hasBlocks === 1)
  if (!seen) throw new Error('A card that was read was not presented.')
  return seen.post
}

/** One post. Refuses (404) a post that is not there for the actor. */
export async function readPost(actor: Actor, services: ReadServices, postId: Id): Promise<Post> {
  const page = await postAlone(services.db, actor.id, postId)
  const [card] = await hydratePosts(actor, services, page)
  if (!card) throw new HttpError('not_found', MESSAGES.postMissing)
  return card.post
}

import { LRUCache } from 'lru-cache'
import { type Post, post } from '../../contract/posts.ts'
import { REACTIONS_SHOWN_MAX } from '../../contract/reactions.ts'
import type { Clock } from '../platform/clock.ts'
import { writerOf } from '../platform/http/compilers.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import { type CardRow, type PostOnPage, readCards } from './card-queries.ts'

// Cards that are kept written. A card holds nothing that differs between those who may see it and
// is never asked who that is: each page asks the database, and with the same row learns whether a
// kept card still holds. So nothing here is ever invalidated, in however many processes.

/** A post's card, and the same as JSON. */
export interface Card {
  post: Post
  json: Buffer
  /** Whether the viewer may be missing from its lists. */
  isCut: boolean
}

interface KeptCard extends Card {
  version: number
  generation: number
  /** Until then the addresses of its picture stay as they are. */
  holdsUntil: number
}

/** About 20 MB. */
const CARDS_KEPT = 10_000
const writePost = writerOf(post)

export type PostCache = ReturnType<typeof createPostCache>

/** A card of one viewer's own. */
export function cardOf(card: Post): Pick<Card, 'post' | 'json'> {
  return { post: card, json: Buffer.from(writePost(card)) }
}

interface PostCacheOptions {
  clock: Clock
  present: (row: CardRow) => Post
  /** Until when the addresses in a card that is presented now stay as they are. */
  addressesHoldUntil: () => number
}

export function createPostCache({ clock, present, addressesHoldUntil }: PostCacheOptions) {
  const kept = new LRUCache<Id, KeptCard>({ max: CARDS_KEPT })

  function keep(row: CardRow): KeptCard {
    const card = present(row)
    const holdsUntil = addressesHoldUntil()
    const entry: KeptCard = {
      ...cardOf(card),
      isCut: isCut(card),
      version: row.version,
      generation: row.generation,
      holdsUntil,
    }
    kept.set(row.id, entry)
    return entry
  }

  function find(place: PostOnPage): KeptCard | undefined {
    const card = kept.get(place.id)
    if (card?.version !== place.version || card.generation !== place.generation) return undefined
    return card.holdsUntil > clock() ? card : undefined
  }

  return {
    /** The cards of these posts in their order; a post that vanished meanwhile is left out. */
    async of(db: ReadonlyDatabase, places: PostOnPage[]): Promise<Card[]> {
      const found = places.map(find)
      if (found.every((card) => card !== undefined)) return found
      const missing = places.filter((_, index) => found[index] === undefined)
      const rows = await readCards(
        db,
        missing.map(({ id }) => id),
      )
      const read = new Map(rows.map((row) => [row.id, keep(row)]))
      return places.flatMap(({ id }, index) => found[index] ?? read.get(id) ?? [])
    },
  }
}

/** Whether a list of the card does not name everybody, so that the viewer may be missing in it. */
function isCut({ likes, dislikes, likeCount, dislikeCount, vibes }: Post): boolean {
  return (
    likeCount > likes.length ||
    dislikeCount > dislikes.length ||
    vibes.length >= REACTIONS_SHOWN_MAX
  )
}

import { type Post, type PostImage, post } from '../../../contract/posts.ts'
import { REACTIONS_SHOWN_MAX } from '../../../contract/reactions.ts'
import { fromJson } from '../../platform/database/portable-sql.ts'
import { writerOf } from '../../platform/http/compilers.ts'
import { type Id, newSecret } from '../../platform/ids.ts'
import { lruOf } from '../../platform/lru.ts'
import type { ReadonlyDatabase } from '../../schema.ts'
import { type CardKey, type CardRow, readCardsWithoutVisibilityCheck } from './card-queries.ts'

// Cards that are kept written. A card is the same for all who may see it, but for the queries of
// its pictures' addresses, and is never asked who that is: each page asks the database, and with
// the same row learns whether a kept card still holds. So nothing here is ever invalidated, in
// however many processes.

/** By chance, so that nothing a member writes can hold it. */
const IMAGE_QUERY = newSecret()
const ANY_IMAGE_QUERY = new RegExp(`${IMAGE_QUERY}(\\d)`)

/** Stands in a card where each viewer's own query of the addresses of its picture is to come. */
export function imageQueryAt(place: number): string {
  return `${IMAGE_QUERY}${place}`
}

/** A post's card, and the same as JSON, written when it is asked for. */
export interface Card {
  readonly post: Post
  readonly json: Buffer
  /** Whether the viewer may be missing from its lists. */
  readonly isCut: boolean
}

/** A card before it is handed to somebody: `imageQueryAt` each place stands in it. */
interface KeptCard extends Omit<Card, 'json'> {
  version: number
  generation: number
  imageIds: string[]
  /** The JSON, cut where the query of a picture's addresses is to come; its place stands there. */
  pieces: () => (Buffer | number)[]
}

/** About 50 MB. */
const CARDS_KEPT = 10_000
const writePost = writerOf(post)

export type PostCache = ReturnType<typeof createPostCache>

export function cardOf(card: Post): Pick<Card, 'post' | 'json'> {
  return {
    post: card,
    get json() {
      return Buffer.from(writePost(card))
    },
  }
}

interface PostCacheOptions {
  present: (row: CardRow) => Post
  /** What comes behind the addresses of this picture for this viewer. */
  imageQuery: (viewerId: Id, imageId: string) => string
}

export function createPostCache({ present, imageQuery }: PostCacheOptions) {
  const kept = lruOf<Id, KeptCard>(CARDS_KEPT)

  function keep(id: Id, card: NewCard): KeptCard {
    const entry = entryOf(card)
    kept.set(id, entry)
    return entry
  }

  function keepRow(row: CardRow): KeptCard {
    const { version, generation } = row
    const imageIds = fromJson(row.images).map(({ id }) => id)
    return keep(row.id, { post: present(row), imageIds, version, generation })
  }

  function find(key: CardKey): KeptCard | undefined {
    const card = kept.get(key.id)
    return card?.version === key.version && card.generation === key.generation ? card : undefined
  }

  function handTo(viewerId: Id, card: KeptCard): Card {
    const queries = card.imageIds.map((imageId) => imageQuery(viewerId, imageId))
    return handed(card, queries)
  }

  return {
    /** Of a row that was just read. */
    ofRow: (viewerId: Id, row: CardRow): Card => handTo(viewerId, keepRow(row)),

    /**
     * After the commit of the one change since `before`, under which the post was held: the card as
     * `change` makes it of the kept one. Undefined where that is not kept, or `change` cannot say.
     */
    changed(
      viewerId: Id,
      before: CardKey,
      change: (post: Post) => Post | undefined,
    ): Card | undefined {
      const card = find(before)
      const post = card && change(card.post)
      if (!post) return undefined
      const { imageIds, version, generation } = card
      const after = { post, imageIds, version: version + 1, generation }
      return handTo(viewerId, keep(before.id, after))
    },

    async of(db: ReadonlyDatabase, viewerId: Id, keys: CardKey[]): Promise<Card[]> {
      const hand = (card: KeptCard) => handTo(viewerId, card)
      const found = keys.map(find)
      if (found.every((card) => card !== undefined)) return found.map(hand)
      const missing = keys.filter((_, index) => found[index] === undefined)
      const rows = await readCardsWithoutVisibilityCheck(
        db,
        missing.map(({ id }) => id),
      )
      const read = new Map(rows.map((row) => [row.id, keepRow(row)]))
      return keys.flatMap(({ id }, index) => found[index] ?? read.get(id) ?? []).map(hand)
    },
  }
}

type NewCard = Omit<KeptCard, 'pieces' | 'isCut'>

function entryOf(card: NewCard): KeptCard {
  return {
    ...card,
    pieces: once(() => piecesOf(writePost(card.post))),
    isCut: isCut(card.post),
  }
}

function handed({ post, isCut, pieces }: KeptCard, queries: string[]): Card {
  return {
    post: withImageQueries(post, queries),
    isCut,
    get json() {
      return joined(pieces(), queries)
    },
  }
}

const NOTHING = Buffer.alloc(0)

/** Most changes of a post are answered without it, and the next one needs it anew. */
function once<Result>(make: () => Result): () => Result {
  let made: { result: Result } | undefined
  return () => {
    made ??= { result: make() }
    return made.result
  }
}

/**
 * All in memory of the card's own: what is kept of the pool that Node cuts short buffers from keeps
 * 64 kB of it from going, so that ten thousand cards took 640 MB.
 */
function piecesOf(json: string): (Buffer | number)[] {
  // What splits by a pattern with a group has what the group found at every other place.
  const split = json.split(ANY_IMAGE_QUERY)
  const texts = split.filter((_, index) => index % 2 === 0)
  const bytes = Buffer.allocUnsafeSlow(
    texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0),
  )
  let end = 0
  return split.map((piece, index) => {
    if (index % 2 === 1) return Number(piece)
    const start = end
    end += bytes.write(piece, start)
    return bytes.subarray(start, end)
  })
}

function joined(pieces: (Buffer | number)[], queries: string[]): Buffer {
  const [first] = pieces
  if (pieces.length === 1 && Buffer.isBuffer(first)) return first
  const between = queries.map((query) => Buffer.from(query))
  return Buffer.concat(
    pieces.map((piece) => (Buffer.isBuffer(piece) ? piece : (between[piece] ?? NOTHING))),
  )
}

function withImageQueries(post: Post, queries: string[]): Post {
  if (queries.length === 0) return post
  const images = post.images.map((image, place) => {
    const withQuery = ({ width, url }: PostImage['sources'][number]) => ({
      width,
      url: url.replace(imageQueryAt(place), queries[place] ?? ''),
    })
    const { sources, animation } = image
    return {
      ...image,
      sources: sources.map(withQuery),
      ...(animation && { animation: animation.map(withQuery) }),
    }
  })
  return { ...post, image: images[0] ?? null, images }
}

/** Whether a list of the card does not name everybody, so that the viewer may be missing in it. */
function isCut({ likes, dislikes, likeCount, dislikeCount, vibes }: Post): boolean {
  return (
    likeCount > likes.length ||
    dislikeCount > dislikes.length ||
    vibes.length >= REACTIONS_SHOWN_MAX
  )
}

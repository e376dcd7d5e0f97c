import { LRUCache } from 'lru-cache'
import type { PostAudience } from '../../contract/posts.ts'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import type { PostOnPage } from './card-queries.ts'
import * as queries from './newest-posts-queries.ts'

// The friends feed is gathered when it is read: from the newest posts of each friend, whose ids are
// kept here. Nothing that is kept is trusted. The statement that asks which of the gathered posts
// the viewer may see also says how many posts were ever made and which version the viewer's list
// of friends has; where one of them is not what the page was gathered from, it is gathered
// again. A post whose audience changes takes a number as a new one does, and a change of a squad is
// one of its friends' lists. So nobody has to be told of anything, in however many processes; what this
// process wrote itself is taken up at once, so that the page need not be asked for twice.

/** About 40 MB. With more authors than that all is forgotten, and read again as it is asked for. */
const AUTHORS_MAX = 100_000
/** Friends in all lists that are kept, 8 bytes each. */
const FRIENDS_KEPT = 2_000_000
/** Who has not read for longer, reads all authors anew. */
const MISSED_MAX = 1_000
/** Each try begins with what the one before found out. */
const TRIES = 8

/** The newest posts of an author and of one kind, newest first. */
interface Newest {
  ids: Id[]
  /** Whether there are no others. */
  isWhole: boolean
}

interface Author {
  id: Id
  forFriends: Newest
  /** Apart: else who is in no squad would search them for what is not for them. */
  forSquad: Newest
}

/** Most authors' posts for their squad. */
const NONE: Newest = { ids: [], isWhole: true }

/** A new post with its number in the order in which posts become visible. */
export interface NumberedPost {
  id: Id
  authorId: Id
  audience: PostAudience
  number: number
}

/** A viewer with their friends, at a version of the list. */
interface Circle {
  version: number
  authors: Author[]
  /** Those of the authors in whose squad the viewer is. */
  squads: Author[]
}

export class NewestPosts {
  readonly #authors = new Map<Id, Author>()
  readonly #circles = new LRUCache<Id, Circle>({
    maxSize: FRIENDS_KEPT,
    sizeCalculation: (circle) => circle.authors.length,
  })
  /** All posts up to this number are known of; no author is kept while it is null. */
  #known: number | null = null

  /** As one statement found it; undefined where it reaches beyond what is kept. */
  async page(
    db: ReadonlyDatabase,
    viewerId: Id,
    { before, limit }: { before: Id; limit: number },
  ): Promise<PostOnPage[] | undefined> {
    /** Not there for the viewer, although they stand in what is kept. */
    const hidden = new Set<Id>()
    const wanted = { before, limit, hidden }
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const circle = await this.#circleOf(db, viewerId)
      // Where all was forgotten meanwhile, what it holds is not kept up to date any more.
      if (!circle || this.#circles.peek(viewerId) !== circle) continue
      const asOf = this.#known
      const ids = gather(circle, wanted)
      if (!ids) return undefined
      const page = await queries.pageOf(db, viewerId, ids)
      if (!page) return []
      if (page.made > (asOf ?? -1)) {
        await this.#catchUp(db, page.made)
        const isKept = this.#circles.peek(viewerId) === circle
        // Most that others post meanwhile is not for this page.
        if (!isKept || !isSame(gather(circle, wanted), ids)) continue
      }
      if (page.friendsVersion !== circle.version) this.#circles.delete(viewerId)
      else if (page.posts.length === ids.length) return page.posts
      else await this.#skip(db, hidden, missingFrom(page.posts, ids), circle)
    }
    return undefined
  }

  /** A post that was committed. Only a hint: a page says itself what it was gathered without. */
  add({ id, authorId, audience, number }: NumberedPost) {
    // Else there are others before it that nothing is known of, or it is known already.
    if (this.#known === null || number !== this.#known + 1) return
    this.#known = number
    const author = this.#authors.get(authorId)
    if (author) takeUp(author, id, audience)
  }

  async #circleOf(db: ReadonlyDatabase, viewerId: Id): Promise<Circle | undefined> {
    const kept = this.#circles.get(viewerId)
    if (kept) return kept
    if (this.#authors.size > AUTHORS_MAX) this.#forgetAll()
    const found = await queries.readCircle(db, viewerId)
    if (!found) return undefined
    const missing = found.ids.filter((id) => !this.#authors.has(id))
    if (!(await this.#readAuthors(db, missing))) return undefined
    const authors = found.ids.flatMap((id) => this.#authors.get(id) ?? [])
    // Where all was forgotten meanwhile, some of them are missing.
    if (authors.length < found.ids.length) return undefined
    const squads = authors.filter(({ id }) => found.squads.has(id))
    const circle = { version: found.version, authors, squads }
    this.#circles.set(viewerId, circle)
    return circle
  }

  async #readAuthors(db: ReadonlyDatabase, ids: Id[]): Promise<boolean> {
    const found = await queries.newestOfAuthors(db, ids)
    return found.every((author) => this.#keep(author))
  }

  /** False where what was read is older than what is known of already. */
  #keep({ id, forFriends, forSquad, made }: queries.NewestOfAuthor): boolean {
    this.#known ??= made
    if (made < this.#known) return false
    const found = { forFriends: newestOf(forFriends), forSquad: newestOf(forSquad) }
    const author = this.#authors.get(id)
    // Circles hold it.
    if (author) Object.assign(author, found)
    else this.#authors.set(id, { id, ...found })
    return true
  }

  /** Takes up the posts that were made since, up to this number at least. */
  async #catchUp(db: ReadonlyDatabase, made: number) {
    if (this.#known === null) return
    const missed = await queries.postsAfter(db, this.#known, MISSED_MAX)
    if (missed.length === MISSED_MAX) return this.#forgetAll()
    for (const { id, author_id, audience, seq } of missed) {
      // What is known by now may be newer than what was read, such as another audience.
      if (seq <= (this.#known ?? seq)) continue
      const author = this.#authors.get(author_id)
      if (author) takeUp(author, id, audience)
    }
    if (this.#known !== null) this.#known = Math.max(this.#known, made, missed.at(-1)?.seq ?? 0)
  }

  /** Some were deleted, which their author's newest show; the others are not for this viewer. */
  async #skip(db: ReadonlyDatabase, hidden: Set<Id>, missing: Set<Id>, { authors }: Circle) {
    for (const id of missing) hidden.add(id)
    const isMissing = ({ ids }: Newest) => ids.some((id) => missing.has(id))
    const theirs = authors.filter(
      ({ forFriends, forSquad }) => isMissing(forFriends) || isMissing(forSquad),
    )
    await this.#readAuthors(
      db,
      theirs.map(({ id }) => id),
    )
  }

  #forgetAll() {
    this.#authors.clear()
    this.#circles.clear()
    this.#known = null
  }
}

function missingFrom(found: PostOnPage[], ids: Id[]): Set<Id> {
  const there = new Set(found.map(({ id }) => id))
  return new Set(ids.filter((id) => !there.has(id)))
}

function newestOf(ids: Id[]): Newest {
  return ids.length === 0 ? NONE : { ids, isWhole: ids.length < queries.POSTS_KEPT }
}

/** A post that is new, or for others than before. */
function takeUp(author: Author, id: Id, audience: PostAudience) {
  const [kind, other] = KINDS[audience === 'squad' ? 'squad' : 'friends']
  if (author[other].ids.includes(id)) author[other] = without(author[other], id)
  author[kind] = withPost(author[kind], id)
}

const KINDS = {
  squad: ['forSquad', 'forFriends'],
  friends: ['forFriends', 'forSquad'],
} as const

function without({ ids, isWhole }: Newest, id: Id): Newest {
  return { ids: ids.filter((one) => one !== id), isWhole }
}

function withPost(newest: Newest, id: Id): Newest {
  const { ids, isWhole } = newest
  if (ids.includes(id)) return newest
  const place = ids.findIndex((other) => other < id)
  // Older than what is kept, where others between them are not.
  if (place < 0 && !isWhole) return newest
  const all = ids.toSpliced(place < 0 ? ids.length : place, 0, id)
  const kept = all.slice(0, queries.POSTS_KEPT)
  return { ids: kept, isWhole: isWhole && kept.length === all.length }
}

interface Wanted {
  before: Id
  limit: number
  hidden: Set<Id>
}

/** The newest of all; undefined where one that is not kept may be among them. */
function gather({ authors, squads }: Circle, wanted: Wanted): Id[] | undefined {
  const found: Gathered = { newest: [], wholeFrom: 0 }
  for (const { forFriends } of authors) gatherFrom(forFriends, wanted, found)
  for (const { forSquad } of squads) gatherFrom(forSquad, wanted, found)
  const { newest, wholeFrom } = found
  const reachesTo = newest.length < wanted.limit ? 0 : (newest[wanted.limit - 1] ?? 0)
  return reachesTo >= wholeFrom ? newest : undefined
}

interface Gathered {
  newest: Id[]
  /** Of one author or another, older ones are not kept. */
  wholeFrom: Id
}

function gatherFrom({ ids, isWhole }: Newest, { before, limit, hidden }: Wanted, found: Gathered) {
  const { newest } = found
  for (const id of ids) {
    if (id >= before || hidden.has(id)) continue
    if (newest.length === limit && id < (newest[limit - 1] ?? 0)) break
    insertInOrder(newest, id)
    if (newest.length > limit) newest.pop()
  }
  if (!isWhole) found.wholeFrom = Math.max(found.wholeFrom, ids.at(-1) ?? before)
}

function isSame(ids: Id[] | undefined, others: Id[]): boolean {
  return ids?.length === others.length && ids.every((id, index) => id === others[index])
}

function insertInOrder(ids: Id[], id: Id) {
  let place = ids.length
  while (place > 0 && (ids[place - 1] ?? 0) < id) place--
  ids.splice(place, 0, id)
}

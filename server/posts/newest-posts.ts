import { LRUCache } from 'lru-cache'
import type { Id } from '../platform/ids.ts'
import type { ReadonlyDatabase } from '../schema.ts'
import type { PostOnPage } from './card-queries.ts'
import * as queries from './newest-posts-queries.ts'

// The friends feed is gathered when it is read: from the newest posts of each friend, whose ids are
// kept here. Nothing that is kept is trusted. The statement that asks which of the gathered posts
// the viewer may see also says how many posts were ever made and which version the viewer's list
// of friends has; where one of them is not what the page was gathered from, it is gathered
// again. So nobody has to be told of anything, in however many processes.

/** About 40 MB. With more authors than that all is forgotten, and read again as it is asked for. */
const AUTHORS_MAX = 100_000
/** Friends in all lists that are kept, 8 bytes each. */
const FRIENDS_KEPT = 2_000_000
/** Who has not read for longer, reads all authors anew. */
const MISSED_MAX = 1_000
/** Each try begins with what the one before found out. */
const TRIES = 8

/** The newest posts of an author, newest first. */
interface Author {
  id: Id
  ids: Id[]
  /** Whether there are no others. */
  isWhole: boolean
}

/** A viewer with their friends, at a version of the list. */
interface Circle {
  version: number
  authors: Author[]
}

export class NewestPosts {
  readonly #authors = new Map<Id, Author>()
  readonly #circles = new LRUCache<Id, Circle>({
    maxSize: FRIENDS_KEPT,
    sizeCalculation: (circle) => circle.authors.length,
  })
  /** All posts up to this number are known of; no author is kept while it is null. */
  #known: number | null = null

  /**
   * A page of the viewer's friends feed, as one statement found it; undefined where it reaches
   * beyond what is kept.
   */
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
      const ids = gather(circle.authors, wanted)
      if (!ids) return undefined
      const page = await queries.pageOf(db, viewerId, ids)
      if (!page) return []
      if (page.made > (asOf ?? -1)) {
        await this.#catchUp(db, page.made)
        const isKept = this.#circles.peek(viewerId) === circle
        // Most that others post meanwhile is not for this page.
        if (!isKept || !isSame(gather(circle.authors, wanted), ids)) continue
      }
      if (page.friendsVersion !== circle.version) this.#circles.delete(viewerId)
      else if (page.posts.length === ids.length) return page.posts
      else await this.#skip(db, hidden, missingFrom(page.posts, ids), circle)
    }
    return undefined
  }

  async #circleOf(db: ReadonlyDatabase, viewerId: Id): Promise<Circle | undefined> {
    const kept = this.#circles.get(viewerId)
    if (kept) return kept
    if (this.#authors.size > AUTHORS_MAX) this.#forgetAll()
    const found = await queries.circleOf(db, viewerId)
    if (!found) return undefined
    const missing = found.ids.filter((id) => !this.#authors.has(id))
    if (!(await this.#readAuthors(db, missing))) return undefined
    const authors = found.ids.flatMap((id) => this.#authors.get(id) ?? [])
    // Where all was forgotten meanwhile, some of them are missing.
    if (authors.length < found.ids.length) return undefined
    const circle = { version: found.version, authors }
    this.#circles.set(viewerId, circle)
    return circle
  }

  async #readAuthors(db: ReadonlyDatabase, ids: Id[]): Promise<boolean> {
    const found = await queries.newestOfAuthors(db, ids)
    return found.every((author) => this.#keep(author))
  }

  /** False where what was read is older than what is known of already. */
  #keep({ id, ids, made }: queries.NewestOfAuthor): boolean {
    this.#known ??= made
    if (made < this.#known) return false
    const author = this.#authors.get(id) ?? { id, ids, isWhole: true }
    author.ids = ids
    author.isWhole = ids.length < queries.POSTS_KEPT
    this.#authors.set(id, author)
    return true
  }

  /** Takes up the posts that were made since, up to this number at least. */
  async #catchUp(db: ReadonlyDatabase, made: number) {
    if (this.#known === null) return
    const missed = await queries.postsAfter(db, this.#known, MISSED_MAX)
    if (missed.length === MISSED_MAX) return this.#forgetAll()
    for (const { id, author_id } of missed) {
      const author = this.#authors.get(author_id)
      if (author) takeUp(author, id)
    }
    if (this.#known !== null) this.#known = Math.max(this.#known, made, missed.at(-1)?.seq ?? 0)
  }

  /** Some were deleted, which their author's newest show; the others are not for this viewer. */
  async #skip(db: ReadonlyDatabase, hidden: Set<Id>, missing: Set<Id>, { authors }: Circle) {
    for (const id of missing) hidden.add(id)
    const theirs = authors.filter(({ ids }) => ids.some((id) => missing.has(id)))
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

function takeUp(author: Author, id: Id) {
  const place = author.ids.findIndex((other) => other <= id)
  if (author.ids[place] === id) return
  if (place >= 0) author.ids.splice(place, 0, id)
  else if (author.isWhole) author.ids.push(id)
  if (author.ids.length <= queries.POSTS_KEPT) return
  author.ids.pop()
  author.isWhole = false
}

interface Wanted {
  before: Id
  limit: number
  hidden: Set<Id>
}

/** The newest of all; undefined where one that is not kept may be among them. */
function gather(authors: Author[], { before, limit, hidden }: Wanted): Id[] | undefined {
  const newest: Id[] = []
  /** Of one author or another, older ones are not kept. */
  let wholeFrom: Id = 0
  for (const { ids, isWhole } of authors) {
    for (const id of ids) {
      if (id >= before || hidden.has(id)) continue
      if (newest.length === limit && id < (newest[limit - 1] ?? 0)) break
      insertInOrder(newest, id)
      if (newest.length > limit) newest.pop()
    }
    if (!isWhole) wholeFrom = Math.max(wholeFrom, ids.at(-1) ?? before)
  }
  const reachesTo = newest.length < limit ? 0 : (newest[limit - 1] ?? 0)
  return reachesTo >= wholeFrom ? newest : undefined
}

function isSame(ids: Id[] | undefined, others: Id[]): boolean {
  return ids?.length === others.length && ids.every((id, index) => id === others[index])
}

/** Newest first. */
function insertInOrder(ids: Id[], id: Id) {
  let place = ids.length
  while (place > 0 && (ids[place - 1] ?? 0) < id) place--
  ids.splice(place, 0, id)
}

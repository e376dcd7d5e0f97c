import { LRUCache } from 'lru-cache'
import type { PostAudience } from '../../../contract/posts.ts'
import { type Id, LAST_ID } from '../../platform/ids.ts'
import type { ReadonlyDatabase } from '../../schema.ts'
import type { CardKey } from '../cards/card-queries.ts'
import {
  type Author,
  addPost,
  type FeedSources,
  FirstPages,
  isSame,
  mergeNewest,
  type Newest,
  newestOf,
  replaceNewest,
} from './gathered-posts.ts'
import * as queries from './newest-posts-queries.ts'

// The friends feed is gathered when it is read: from the newest posts of each friend, whose ids are
// kept here. Nothing that is kept is trusted. The statement that asks which of the gathered posts
// the viewer may see also says how many posts were ever made and which version the viewer's list
// of friends has; where one of them is not what the page was gathered from, it is gathered
// again. A post whose audience changes takes a number as a new one does, and a change of a squad is
// one of its friends' lists. So nobody has to be told of anything, in however many processes; what
// this process wrote itself is taken up at once, so that the page need not be asked for twice.

/** About 40 MB. With more authors than that all is forgotten, and read again as it is asked for. */
const AUTHORS_MAX = 100_000
/** Friends in all lists that are kept, 8 bytes each. */
const FRIENDS_KEPT = 2_000_000
/** Who has not read for longer, reads all authors anew. */
const MISSED_MAX = 1_000
/** Each try begins with what the one before found out. */
const TRIES = 8

/** A new post with its number in the order in which posts become visible. */
export interface SequencedPost {
  id: Id
  authorId: Id
  audience: PostAudience
  seq: number
}

export class NewestPosts {
  readonly #authors = new Map<Id, Author>()
  readonly #sources = new LRUCache<Id, FeedSources>({
    maxSize: FRIENDS_KEPT,
    sizeCalculation: (sources) => sources.authors.length,
  })
  /** All posts up to this number are known of; no author is kept while it is null. */
  #knownSeq: number | null = null
  readonly #firstPages = new FirstPages()

  /** As one statement found it; undefined where it reaches beyond what is kept. */
  async page(
    db: ReadonlyDatabase,
    viewerId: Id,
    { before, limit }: { before: Id; limit: number },
  ): Promise<CardKey[] | undefined> {
    /** Not there for the viewer, although they stand in what is kept. */
    const hidden = new Set<Id>()
    const wanted = { before, limit, hidden }
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const sources = await this.#sourcesOf(db, viewerId)
      // Where all was forgotten meanwhile, what it holds is not kept up to date any more.
      if (!sources || this.#sources.peek(viewerId) !== sources) continue
      const asOf = this.#knownSeq
      const ids = this.#merge(sources, wanted)
      if (!ids) return undefined
      const page = await queries.pageOf(db, viewerId, ids)
      if (!page) return []
      if (page.lastSeq > (asOf ?? -1)) {
        await this.#catchUp(db, page.lastSeq)
        const isKept = this.#sources.peek(viewerId) === sources
        // Most that others post meanwhile is not for this page.
        if (!isKept || !isSame(this.#merge(sources, wanted), ids)) continue
      }
      if (page.friendsVersion !== sources.version) this.#sources.delete(viewerId)
      else if (page.posts.length === ids.length) return page.posts
      else await this.#skip(db, hidden, missingFrom(page.posts, ids), sources)
    }
    return undefined
  }

  #merge(sources: FeedSources, wanted: Parameters<typeof mergeNewest>[1]): Id[] | undefined {
    const isTop = wanted.before === LAST_ID && wanted.hidden.size === 0
    return isTop ? this.#firstPages.of(sources, wanted.limit) : mergeNewest(sources, wanted)
  }

  /** A post that was committed. Only a hint: a page says itself what it was gathered without. */
  add({ id, authorId, audience, seq }: SequencedPost) {
    // Else there are others before it that nothing is known of, or it is known already.
    if (this.#knownSeq === null || seq !== this.#knownSeq + 1) return
    this.#knownSeq = seq
    const author = this.#authors.get(authorId)
    if (author) addPost(this.#firstPages, author, id, audience)
  }

  async #sourcesOf(db: ReadonlyDatabase, viewerId: Id): Promise<FeedSources | undefined> {
    const kept = this.#sources.get(viewerId)
    if (kept) return kept
    if (this.#authors.size > AUTHORS_MAX) this.#clear()
    const found = await queries.readFeedSources(db, viewerId)
    if (!found) return undefined
    const missing = found.ids.filter((id) => !this.#authors.has(id))
    if (!(await this.#readAuthors(db, missing))) return undefined
    const authors = found.ids.flatMap((id) => this.#authors.get(id) ?? [])
    // Where all was forgotten meanwhile, some of them are missing.
    if (authors.length < found.ids.length) return undefined
    const squads = authors.filter(({ id }) => found.squads.has(id))
    const sources = { version: found.version, authors, squads }
    this.#sources.set(viewerId, sources)
    return sources
  }

  async #readAuthors(db: ReadonlyDatabase, ids: Id[]): Promise<boolean> {
    const found = await queries.newestOfAuthors(db, ids)
    return found.every((author) => this.#keep(author))
  }

  /** False where what was read is older than what is known of already. */
  #keep({ id, forFriends, forSquad, lastSeq }: queries.NewestOfAuthor): boolean {
    this.#knownSeq ??= lastSeq
    if (lastSeq < this.#knownSeq) return false
    const found = { forFriends: newestOf(forFriends), forSquad: newestOf(forSquad) }
    const author = this.#authors.get(id)
    // The sources of feeds hold it.
    if (author) replaceNewest(this.#firstPages, author, found)
    else this.#authors.set(id, { id, ...found })
    return true
  }

  /** Takes up the posts that were made since, up to this number at least. */
  async #catchUp(db: ReadonlyDatabase, lastSeq: number) {
    if (this.#knownSeq === null) return
    const missed = await queries.postsAfter(db, this.#knownSeq, MISSED_MAX)
    if (missed.length === MISSED_MAX) return this.#clear()
    for (const { id, author_id, audience, seq } of missed) {
      // What is known by now may be newer than what was read, such as another audience.
      if (seq <= (this.#knownSeq ?? seq)) continue
      const author = this.#authors.get(author_id)
      if (author) addPost(this.#firstPages, author, id, audience)
    }
    if (this.#knownSeq !== null)
      this.#knownSeq = Math.max(this.#knownSeq, lastSeq, missed.at(-1)?.seq ?? 0)
  }

  /** Some were deleted, which their author's newest show; the others are not for this viewer. */
  async #skip(db: ReadonlyDatabase, hidden: Set<Id>, missing: Set<Id>, { authors }: FeedSources) {
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

  #clear() {
    this.#authors.clear()
    this.#sources.clear()
    this.#knownSeq = null
  }
}

function missingFrom(found: CardKey[], ids: Id[]): Set<Id> {
  const there = new Set(found.map(({ id }) => id))
  return new Set(ids.filter((id) => !there.has(id)))
}

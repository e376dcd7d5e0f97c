import type { PostAudience } from '../../../contract/posts.ts'
import { type Id, LAST_ID } from '../../platform/ids.ts'
import { AUDIENCES, type PostReaders } from '../../visibility/audiences.ts'
import { POSTS_KEPT } from './newest-posts-queries.ts'

// The newest posts of each author as they are kept in memory, and a page of them merged for a
// viewer.

/** The newest posts of an author and of one kind, newest first. */
export interface Newest {
  ids: Id[]
  /** Whether there are no others. */
  isWhole: boolean
}

export interface Author {
  id: Id
  forFriends: Newest
  /** Apart: else who is in no squad would search them for what is not for them. */
  forSquad: Newest
}

/** Most authors' posts for their squad. */
const NONE: Newest = { ids: [], isWhole: true }

/** A viewer with their friends, at a version of the list. */
export interface FeedSources {
  version: number
  authors: Author[]
  /** Those of the authors in whose squad the viewer is. */
  squads: Author[]
  firstPage?: FirstPage
}

export function newestOf(ids: Id[]): Newest {
  return ids.length === 0 ? NONE : { ids, isWhole: ids.length < POSTS_KEPT }
}

/** A post that is new, or for others than before. */
export function addPost(firstPages: FirstPages, author: Author, id: Id, audience: PostAudience) {
  const [kind, other] = KINDS[AUDIENCES[audience].readers]
  if (author[other].ids.includes(id)) {
    author[other] = without(author[other], id)
    firstPages.clear()
  }
  const newest = withPost(author[kind], id)
  if (newest === author[kind]) return
  author[kind] = newest
  firstPages.note({ author, id, from: kind === 'forSquad' ? 'squads' : 'authors' })
}

/** What was read of an author anew, such as without a post that was deleted. */
export function replaceNewest(
  firstPages: FirstPages,
  author: Author,
  found: Pick<Author, 'forFriends' | 'forSquad'>,
) {
  const isAsBefore = (['forFriends', 'forSquad'] as const).every(
    (kind) =>
      author[kind].isWhole === found[kind].isWhole && isSame(author[kind].ids, found[kind].ids),
  )
  if (isAsBefore) return
  Object.assign(author, found)
  firstPages.clear()
}

const KINDS = {
  squad: ['forSquad', 'forFriends'],
  friends: ['forFriends', 'forSquad'],
} as const satisfies Record<PostReaders, unknown>

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
  const kept = all.slice(0, POSTS_KEPT)
  return { ids: kept, isWhole: isWhole && kept.length === all.length }
}

interface Wanted {
  before: Id
  limit: number
  hidden: Set<Id>
}

const FROM_TOP = { before: LAST_ID, hidden: new Set<Id>() }

/** The newest of all; undefined where one that is not kept may be among them. */
export function mergeNewest({ authors, squads }: FeedSources, wanted: Wanted): Id[] | undefined {
  const found: Merged = { newest: [], wholeFrom: 0 }
  for (const { forFriends } of authors) mergeFrom(forFriends, wanted, found)
  for (const { forSquad } of squads) mergeFrom(forSquad, wanted, found)
  const { newest, wholeFrom } = found
  const reachesTo = newest.length < wanted.limit ? 0 : (newest[wanted.limit - 1] ?? 0)
  return reachesTo >= wholeFrom ? newest : undefined
}

interface Merged {
  newest: Id[]
  /** Of one author or another, older ones are not kept. */
  wholeFrom: Id
}

function mergeFrom({ ids, isWhole }: Newest, { before, limit, hidden }: Wanted, found: Merged) {
  const { newest } = found
  for (const id of ids) {
    if (id >= before || hidden.has(id)) continue
    if (newest.length === limit && id < (newest[limit - 1] ?? 0)) break
    insertInOrder(newest, id)
    if (newest.length > limit) newest.pop()
  }
  if (!isWhole) found.wholeFrom = Math.max(found.wholeFrom, ids.at(-1) ?? before)
}

export function isSame(ids: Id[] | undefined, others: Id[]): boolean {
  return ids?.length === others.length && ids.every((id, index) => id === others[index])
}

function insertInOrder(ids: Id[], id: Id) {
  let place = ids.length
  while (place > 0 && (ids[place - 1] ?? 0) < id) place--
  ids.splice(place, 0, id)
}

/** So many posts later the top of a feed is gathered anew. */
const LATEST_MAX = 100

interface AddedPost {
  author: Author
  id: Id
  /** Whose feed it is for: all whose friend the author is, or who is in their squad. */
  from: 'authors' | 'squads'
}

interface FirstPage {
  ids: Id[]
  limit: number
  /** How many changes there had been. */
  asOf: number
}

/**
 * The first page of a feed, kept as it was gathered last. To look through what 500 friends posted
 * takes as long as the page's statement, so a post that came since is put in its place instead.
 */
export class FirstPages {
  #latest: AddedPost[] = []
  #changes = 0

  /** As `mergeNewest` finds it. */
  of(sources: FeedSources, limit: number): Id[] | undefined {
    const ids = this.#withAdded(sources, limit) ?? mergeNewest(sources, { ...FROM_TOP, limit })
    if (ids) sources.firstPage = { ids, limit, asOf: this.#changes }
    return ids
  }

  note(post: AddedPost) {
    this.#changes++
    if (this.#latest.length === LATEST_MAX) this.#latest.shift()
    this.#latest.push(post)
  }

  /** What changed otherwise: every first page is gathered anew. */
  clear() {
    this.#changes++
    this.#latest = []
  }

  // What is kept of an author reaches further down than a page that was whole before a post came.
  #withAdded(sources: FeedSources, limit: number): Id[] | undefined {
    const { firstPage } = sources
    const missed = this.#changes - (firstPage?.asOf ?? Number.NEGATIVE_INFINITY)
    if (firstPage?.limit !== limit || missed > this.#latest.length) return undefined
    const ids = [...firstPage.ids]
    for (const { author, id, from } of this.#latest.slice(this.#latest.length - missed))
      if (sources[from].includes(author)) insertInOrder(ids, id)
    return ids.slice(0, limit)
  }
}

import { DAY_MS } from '../../../contract/durations.ts'
import { firstLink } from '../../../contract/links.ts'
import { linkImageLimit, linkPageLimit } from '../../call-limits.ts'
import type { ImageForm } from '../../images/decoding/decode-image.ts'
import type { ImageStore } from '../../images/image-store.ts'
import type { Clock } from '../../platform/clock.ts'
import { FairQueue, QueueFullError } from '../../platform/concurrency/fair-queue.ts'
import {
  createSlicedWork,
  type DoSlices,
  type SlicedWorkTools,
} from '../../platform/concurrency/sliced-work.ts'
import { mutate } from '../../platform/database/mutate.ts'
import type { Id } from '../../platform/ids.ts'
import { isFull, type Limits } from '../../platform/limits.ts'
import type { SafeFetch } from '../../platform/safe-fetch/safe-fetch.ts'
import type { Bus } from '../../realtime/bus.ts'
import type { Database, Queryable } from '../../schema.ts'
import type { PostActivity } from '../post-activity.ts'
import * as queries from './link-card-queries.ts'
import type { Page } from './link-page.ts'

// Where the first link of a post or message leads, asked once by the server after that is there: readers
// call nobody. Whatever goes wrong, there is no card, and nobody is told.

const RENEWED_AFTER_MS = 30 * DAY_MS
/** Where it could not be read. */
const TRIED_AGAIN_AFTER_MS = DAY_MS
/** What a page said stays so long while it cannot be read (decision 19). */
const KEPT_FAILING_MS = 30 * DAY_MS
const ANSWER_WITHIN_MS = 5_000
const PAGE_MAX_BYTES = 512 * 1024
const LINK_IMAGE_MAX_BYTES = 5 * 1024 * 1024
const REDIRECTS = 3
const AT_ONCE = 4
/** More wait for the next look at what is unfinished. */
const WRITERS_WAITING = 100
const CALLS_OF_A_WRITER = 100
/** Of all cards one picture is decoded at a time. */
const IMAGES_SENDER: Id = -1
/** Who wrote a link is known to nobody after a restart: their pictures count together. */
const UNKNOWN_WRITER: Id = 0
/** Of one link; each is told to all who see the post. */
const TOLD_MAX = 20

interface Dependencies {
  db: Database
  bus: Bus
  clock: Clock
  limits: Limits
  safeFetch: SafeFetch
  postActivity: PostActivity
  images: ImageStore
}

interface Settings {
  isOn: boolean
  publishFilledCard(services: Dependencies, cardId: Id): Promise<void>
}

export type LinkCards = ReturnType<typeof createLinkCards>

export function createLinkCards(
  services: Dependencies,
  { isOn, publishFilledCard, ...tools }: SlicedWorkTools & Settings,
) {
  const callsOf = createCalls(services.limits)
  /** By card, while it is filled. */
  const writers = new Map<Id, Id>()
  const { finish, start, stop } = createSlicedWork({
    ...tools,
    name: 'fillLinkCards',
    findUnfinished: () => queries.waitingCardIds(services.db),
    async work(id, doSlices) {
      const uncalled = await queries.findUncalled(services.db, id)
      if (!uncalled) return
      const calls = callsOf(writers.get(id) ?? UNKNOWN_WRITER, doSlices)
      // Nobody else loses their card by one who writes too many links.
      if (!(await calls.hasPlace.page())) return queries.leaveUncalled(services.db, uncalled)
      const read = await readLink(services, uncalled, calls)
      if (read && (await fillCard(services, uncalled, read))) await publishFilledCard(services, id)
    },
  })
  async function fill(id: Id, writerId: Id) {
    // Who says it at the same moment may have no place for it.
    while (writers.has(id)) await finish(id)
    writers.set(id, writerId)
    await finish(id).finally(() => writers.delete(id))
  }
  return {
    isOn,

    /**
     * The card for the first link in a text; null where there is none. Within the transaction. Of a
     * picture, a post shows all that is wide, a message the square.
     */
    async cardFor(
      { trx }: { trx: Queryable },
      text: string,
      shownBy: 'post' | 'message',
    ): Promise<Id | null> {
      const url = isOn ? firstLink(text) : null
      if (url === null) return null
      const renewedBefore = services.clock() - RENEWED_AFTER_MS
      return queries.cardIdOf(trx, url, { renewedBefore, isWhole: shownBy === 'post' })
    },

    /** After the transaction, and beside the request. What is new counts for the writer. */
    async fillSoon(postId: Id, writerId: Id): Promise<void> {
      const id = await queries.uncalledCardOf(services.db, postId)
      if (id !== undefined) void fill(id, writerId)
    },

    /** The same of a card that is known, if nobody called its link yet. */
    fillCardSoon(id: Id | null, writerId: Id): void {
      if (isOn && id !== null) void fill(id, writerId)
    },

    start: () => (isOn ? start() : undefined),
    stop,
  }
}

export async function deleteUnusedCards(services: Pick<Dependencies, 'db' | 'bus' | 'images'>) {
  for (let after: Id = 0; ; ) {
    const { ids, upTo } = await queries.unusedCardIds(services.db, after)
    if (upTo === null) return
    if (ids.length > 0)
      await mutate(services, async ({ trx }) =>
        services.images.release(trx, await queries.deleteUnusedAmong(trx, ids)),
      )
    after = upTo
  }
}

/** Undefined where there is no turn for it, or the server stopped while it waited for one. */
type Call = <Answer>(
  url: string,
  ask: (url: string) => Promise<Answer>,
) => Promise<Answer | undefined>

interface Calls {
  call: Call
  /** Whether its writer has one, which is taken then. */
  hasPlace: { page(): Promise<boolean>; image(): Promise<boolean> }
}

/**
 * In turn by who wrote the links, and one to a host at a time: however many hosts one member makes
 * up, others wait for few.
 */
function createCalls(limits: Limits) {
  const queue = new FairQueue({
    atOnce: AT_ONCE,
    senders: WRITERS_WAITING,
    ofOneSender: CALLS_OF_A_WRITER,
  })
  const pageLimit = linkPageLimit(limits)
  const imageLimit = linkImageLimit(limits)
  return (writerId: Id, doSlices: DoSlices): Calls => ({
    call(url, ask) {
      const work = async () => {
        const isRunning = await doSlices(async () => false)
        return isRunning ? ask(url) : undefined
      }
      return queue.run(String(writerId), work, new URL(url).host).catch(undefinedIfFull)
    },
    hasPlace: {
      // What was left unfinished is called one after the other, whoever wrote it.
      page: async () => writerId === UNKNOWN_WRITER || !(await isFull(pageLimit, writerId)),
      image: async () => !(await isFull(imageLimit, writerId)),
    },
  })
}

type Uncalled = NonNullable<Awaited<ReturnType<typeof queries.findUncalled>>>

interface Read {
  page: Page | null
  imageId: string | null
  /** Then the card keeps the picture it has, and is asked again like one that could not be read. */
  isOverLimit: boolean
}

async function readLink(
  services: Dependencies,
  { url, is_whole }: Uncalled,
  { call, hasPlace }: Calls,
): Promise<Read | undefined> {
  const page = await call(url, (asked) => readPageAt(services, asked))
  if (page === undefined) return undefined
  if (!page?.imageUrl) return { page, imageId: null, isOverLimit: false }
  if (!(await hasPlace.image())) return { page, imageId: null, isOverLimit: true }
  // In its own turn, since it may be of another host.
  const form = is_whole === 1 ? 'link' : 'link-square'
  const imageId = await call(page.imageUrl, (asked) => copyImage(services, asked, form))
  return imageId === undefined ? undefined : { page, imageId, isOverLimit: false }
}

/** Null for whatever reason there is nothing to show. */
async function readPageAt({ safeFetch }: Dependencies, url: string) {
  const bounds = { timeoutMs: ANSWER_WITHIN_MS, maxBytes: PAGE_MAX_BYTES, isCut: true }
  return (
    safeFetch
      .get(url, { ...bounds, accept: 'text/html', redirects: REDIRECTS })
      // The reader of HTML is loaded with the first link.
      .then(async (body) => (await import('./link-page.ts')).readPage(body, url))
      .catch(() => null)
  )
}

/** Our own small copy of a picture, not in use yet; null for whatever reason there is none. */
async function copyImage({ safeFetch, images }: Dependencies, url: string, form: ImageForm) {
  const bounds = { timeoutMs: ANSWER_WITHIN_MS, maxBytes: LINK_IMAGE_MAX_BYTES }
  return safeFetch
    .get(url, { ...bounds, accept: 'image/*', redirects: REDIRECTS })
    .then((bytes) => images.save(IMAGES_SENDER, 'link', bytes, form))
    .catch(() => null)
}

/** Whether anything else is shown now. */
async function fillCard(
  services: Dependencies,
  { id, url, is_whole }: Uncalled,
  { page, imageId, isOverLimit }: Read,
): Promise<boolean> {
  const now = services.clock()
  const shown = await mutate(services, async ({ trx }) => {
    const before = await queries.lockCard(trx, id)
    const isWholeMeanwhile = before !== undefined && before.is_whole !== is_whole
    // By another process, whose picture shows more.
    if (isWholeMeanwhile && before.url === '') return null
    const failingSince = page ? null : (before?.failing_since ?? now)
    const isGivenUp = failingSince !== null && now - failingSince > KEPT_FAILING_MS
    const card = page
      ? {
          ...{ title: page.title, description: page.description },
          site: page.site || new URL(url).host,
          ...(!isOverLimit && { image_id: imageId }),
        }
      : isGivenUp && before?.title !== '' && NOTHING_SAID
    // Its last post may have gone meanwhile: then its new picture goes within the hour.
    if (before && imageId) await services.images.use(trx, imageId, id)
    if (before?.image_id && card && 'image_id' in card)
      await services.images.release(trx, [before.image_id])
    const fetched_at = page && !isOverLimit ? now : now - RENEWED_AFTER_MS + TRIED_AGAIN_AFTER_MS
    const filled = {
      ...{ ...card, failing_since: failingSince },
      // A post said it meanwhile: it waits for the whole picture.
      ...(!isWholeMeanwhile && { url: '' as const, fetched_at }),
    }
    await queries.fillCard(trx, id, filled)
    const isChanged = before && card && SHOWN.some((name) => !isKept(card[name], before[name]))
    return isChanged ? queries.renewPostsWithCard(trx, id) : null
  })
  if (!shown) return false
  // Whoever looks at an older one sees it with the next read.
  const newest = shown.toSorted((one, other) => other.id - one.id).slice(0, TOLD_MAX)
  for (const post of newest) services.postActivity.publish(post)
  return true
}

const SHOWN = ['title', 'description', 'site', 'image_id'] as const

function isKept(now: string | null | undefined, before: string | null): boolean {
  return now === undefined || now === before
}

const NOTHING_SAID = { title: '', description: '', site: '', image_id: null }

function undefinedIfFull(error: unknown): undefined {
  if (!(error instanceof QueueFullError)) throw error
}

import { firstLink } from '../../contract/links.ts'
import type { Clock } from '../platform/clock.ts'
import { FairQueue } from '../platform/concurrency/fair-queue.ts'
import { createSlicedWork, type SlicedWorkTools } from '../platform/concurrency/sliced-work.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { Id } from '../platform/ids.ts'
import type { Bus } from '../platform/realtime/bus.ts'
import type { SafeFetch } from '../platform/safe-fetch/safe-fetch.ts'
import type { Database, Queryable } from '../schema.ts'
import * as queries from './link-card-queries.ts'
import { readPage } from './link-page.ts'
import type { PostActivity } from './post-activity.ts'

// Where the first link of a post leads, asked once by the server after the post is there: readers
// call nobody. Whatever goes wrong, there is no card, and nobody is told.

const RENEWED_AFTER_MS = 30 * 24 * 60 * 60_000
const ANSWER_WITHIN_MS = 5_000
const ANSWER_MAX_BYTES = 512 * 1024
const REDIRECTS = 3
const AT_ONCE = 4
/** More wait for the next look at what is unfinished. */
const HOSTS_WAITING = 100
/** Of one link; each is told to all who see the post. */
const TOLD_MAX = 20

interface Dependencies {
  db: Database
  bus: Bus
  clock: Clock
  safeFetch: SafeFetch
  postActivity: PostActivity
}

export type LinkCards = ReturnType<typeof createLinkCards>

export function createLinkCards(
  services: Dependencies,
  { isOn, ...tools }: SlicedWorkTools & { isOn: boolean },
) {
  const onePerHost = createHostQueue()
  const { finish, start, stop } = createSlicedWork({
    ...tools,
    name: 'fillLinkCards',
    findUnfinished: () => queries.waitingCardIds(services.db),
    async work(id, doSlices) {
      const url = await queries.waitingUrl(services.db, id)
      if (url === undefined) return
      await onePerHost(new URL(url).host, async () => {
        // While it waited for its turn the server may have stopped.
        if (await doSlices(async () => false)) await fillCard(services, id, url)
      })
    },
  })
  return {
    /** The card for the first link in a text; null where there is none. Within the transaction. */
    async cardFor({ trx }: { trx: Queryable }, text: string): Promise<Id | null> {
      const url = isOn ? firstLink(text) : null
      if (url === null) return null
      return queries.cardIdOf(trx, url, { renewedBefore: services.clock() - RENEWED_AFTER_MS })
    },

    /** After the transaction, and beside the request. */
    async fillSoon(postId: Id): Promise<void> {
      const id = await queries.waitingCardOf(services.db, postId)
      if (id !== undefined) void finish(id)
    },

    start: () => (isOn ? start() : undefined),
    stop,
  }
}

/** Deletes those that no post shows any more, a few at a time. */
export async function deleteUnusedCards(services: Pick<Dependencies, 'db' | 'bus'>) {
  for (let after: Id = 0; ; ) {
    const ids = await queries.unusedCardIds(services.db, after)
    const last = ids.at(-1)
    if (last === undefined) return
    await mutate(services, ({ trx }) => queries.deleteUnusedAmong(trx, ids))
    after = last
  }
}

async function fillCard(services: Dependencies, id: Id, url: string): Promise<void> {
  const asked = { timeoutMs: ANSWER_WITHIN_MS, maxBytes: ANSWER_MAX_BYTES, accept: 'text/html' }
  const page = await services.safeFetch
    .get(url, { ...asked, redirects: REDIRECTS, isCut: true })
    .then(readPage)
    .catch(() => null)
  const card = page ?? { title: '', description: '', site: '' }
  const site = card.site || new URL(url).host
  const shown = await mutate(services, ({ trx }) =>
    queries.fillCard(trx, id, { ...card, site, fetched_at: services.clock() }),
  )
  // Whoever looks at an older one sees it with the next read.
  const newest = shown.toSorted((one, other) => other.id - one.id).slice(0, TOLD_MAX)
  if (page) for (const post of newest) services.postActivity.tell(post)
}

/** One call to a host at a time, and only so many in all. */
function createHostQueue() {
  const queue = new FairQueue({ atOnce: AT_ONCE, senders: HOSTS_WAITING, ofOneSender: 1 })
  const last = new Map<string, Promise<void>>()
  return (host: string, work: () => Promise<void>): Promise<void> => {
    const run = () => queue.run(host, work)
    const done = (last.get(host) ?? Promise.resolve()).then(run, run).finally(() => {
      if (last.get(host) === done) last.delete(host)
    })
    last.set(host, done)
    return done
  }
}

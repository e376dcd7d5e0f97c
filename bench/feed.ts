import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import type { Id } from '../server/platform/ids.ts'
import { cpuMicros } from './cpu-usage.ts'
import { type Measured, measure, median, medianMicros } from './http-load.ts'
import { makeNetwork } from './network/network.ts'
import { type RunningServer, startBareServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// How fast the feeds are, as ratios taken in one run: beside a bare route that sends the same
// bytes, from a small network to a large one, and from few friends to many.

const READERS = [10, 150, 500, 2_000]
const ROUNDS = 5
const SECONDS = 4
const SINGLE_REQUESTS = 1_500

/** Of the bare route: where nothing changed since the last read, and where something did. */
const AIM_UNCHANGED = 0.5
const AIM_CHANGED = 0.25
/** How often a friend posts beside the readers. */
const POST_EVERY_MS = 20
const READS_AFTER_POST = 400
/** What a request leaves behind, such as its line in the log, is done by then. */
const SETTLED_MS = 3
const AIM_GROWTH = 1.3

/** `posts` sets the size of the large network; the small one has 10,000. */
export async function benchFeed(posts = 1_000_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    const small = await openNetwork(join(folder, 'small'), 10_000)
    const large = await openNetwork(join(folder, 'large'), posts)
    await compareWithBareRoute(large)
    await growth(small, large, posts)
    await small.server.stop()
    await large.server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

interface OpenNetwork {
  server: RunningServer
  /** Headers of the readers with 10, 150, 500 and 2,000 friends; then of a friend of the third. */
  readers: Record<string, string>[]
}

async function openNetwork(dataDir: string, posts: number): Promise<OpenNetwork> {
  print(`Making a network of ${posts.toLocaleString('en')} posts …`)
  const members = Math.max(2_500, Math.round(posts / 50))
  const readers = await makeNetwork(dataDir, { members, posts, readers: READERS, comments: 10_000 })
  const tokens = await tokensOf(dataDir, [...readers, friendOf(dataDir, readers[2] ?? 0)])
  const server = await startSnug(dataDir)
  return { server, readers: tokens.map((token) => ({ 'x-auth-token': token })) }
}

function friendOf(dataDir: string, member: Id): Id {
  using db = new DatabaseSync(join(dataDir, 'snug.db'), { readOnly: true })
  const found = db
    .prepare('select friend_id from friendships where user_id = ? limit 1')
    .get(member)
  return Number(found?.friend_id)
}

async function compareWithBareRoute({ server, readers }: OpenNetwork) {
  const headers = readers[2] ?? {}
  const friend = readers[4] ?? {}
  for (const feed of ['friends', 'public']) {
    const url = `${server.url}/api/posts/${feed}`
    const body = await (await fetch(url, { headers })).text()
    const bare = await startBareServer(body)
    const unchanged: Measured[] = []
    const changed: Measured[] = []
    const limits: Measured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      unchanged.push(await measure(url, headers, server.pid, SECONDS))
      const posting = postOverAndOver(server, friend)
      changed.push(await measure(url, headers, server.pid, SECONDS).finally(posting.stop))
      limits.push(await measure(bare.url, headers, bare.pid, SECONDS))
    }
    print(`\nThe ${feed} feed, 500 friends, ${body.length} bytes`)
    print(`medians of ${ROUNDS} turns of ${SECONDS} s each`)
    print(row('', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs'))
    printRow('nothing changed', unchanged)
    printRow(`a post every ${POST_EVERY_MS} ms`, changed)
    printRow('bare route', limits)
    printRatio('nothing changed', unchanged, limits, AIM_UNCHANGED)
    printRatio(`a post every ${POST_EVERY_MS} ms`, changed, limits, AIM_CHANGED)
    await readsAfterPosts({ server, readers: [headers, friend] }, feed, bare)
    await bare.stop()
  }
}

/** As a client does; what the posts themselves cost counts as the readers' too. */
function postOverAndOver(server: RunningServer, headers: Record<string, string>) {
  let isStopped = false
  const ended = (async () => {
    while (!isStopped) {
      await writePost(server, headers)
      await pause(POST_EVERY_MS)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await ended
    },
  }
}

async function writePost({ url }: RunningServer, headers: Record<string, string>) {
  const body = new FormData()
  body.set('text', `A post of ${performance.now()}`)
  const answer = await fetch(`${url}/api/posts`, { method: 'POST', headers, body })
  if (!answer.ok) throw new Error(`post: ${answer.status}`)
}

/**
 * One read each of a feed and of the bare route, both after a post of a friend and a pause: a
 * process that wakes from one takes several times as long. In turns, each read's processor time by
 * itself.
 */
async function readsAfterPosts(
  { server, readers: [headers = {}, friend = {}] }: OpenNetwork,
  feed: string,
  bare: RunningServer,
) {
  const readAfterPost = async ({ pid }: RunningServer, url: string) => {
    await writePost(server, friend)
    await pause(SETTLED_MS)
    const before = cpuMicros(pid)
    await (await fetch(url, { headers, cache: 'no-store' })).arrayBuffer()
    await pause(SETTLED_MS)
    return cpuMicros(pid) - before
  }
  const ours: number[] = []
  const bares: number[] = []
  for (let read = 0; read < READS_AFTER_POST; read++) {
    ours.push(await readAfterPost(server, `${server.url}/api/posts/${feed}`))
    bares.push(await readAfterPost(bare, bare.url))
  }
  const told = (taken: number[]) =>
    `${median(taken).toFixed(0)} (least tenth ${leastTenth(taken).toFixed(0)})`
  print(
    `a post between any two reads: CPU µs of a read ${told(ours)}, of the bare route ` +
      `${told(bares)}: ratio ${(median(bares) / median(ours)).toFixed(2)} (aim ${AIM_CHANGED})`,
  )
}

function leastTenth(values: number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 10)] ?? Number.NaN
}

const ofAll = (all: Measured[], key: keyof Measured) => median(all.map((one) => one[key]))

function printRow(name: string, all: Measured[]) {
  const keys = ['perSecond', 'p50Ms', 'p99Ms', 'cpuMicros'] as const
  print(row(name, ...keys.map((key) => ofAll(all, key).toFixed(0))))
}

function printRatio(name: string, ours: Measured[], limits: Measured[], aim: number) {
  const byRate = ofAll(ours, 'perSecond') / ofAll(limits, 'perSecond')
  const byCpu = ofAll(limits, 'cpuMicros') / ofAll(ours, 'cpuMicros')
  print(`${name}: by requests ${byRate.toFixed(2)}, by CPU ${byCpu.toFixed(2)} (aim ${aim})`)
}

async function growth(small: OpenNetwork, large: OpenNetwork, posts: number) {
  print(`\nOne request after the other: median µs, in turn, ${ROUNDS} rounds`)
  print(row('', ...READERS.map((count) => `${count} friends`)))
  const table = new Map<string, number[]>()
  for (const feed of ['friends', 'public']) {
    const taken = READERS.map(() => ({ small: [] as number[], large: [] as number[] }))
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, times] of taken.entries())
        for (const [network, into] of [
          [small, times.small],
          [large, times.large],
        ] as const) {
          const url = `${network.server.url}/api/posts/${feed}`
          const headers = network.readers[index] ?? {}
          into.push(await medianMicros(url, headers, SINGLE_REQUESTS / ROUNDS))
        }
    table.set(
      `${feed}, 10k posts`,
      taken.map((times) => median(times.small)),
    )
    table.set(
      `${feed}, ${posts / 1_000}k posts`,
      taken.map((times) => median(times.large)),
    )
  }
  for (const [name, values] of table) print(row(name, ...values.map((value) => value.toFixed(0))))
  for (const feed of ['friends', 'public']) {
    const few = table.get(`${feed}, 10k posts`) ?? []
    const many = table.get(`${feed}, ${posts / 1_000}k posts`) ?? []
    const byPosts = READERS.map((_, index) => ((many[index] ?? 0) / (few[index] ?? 1)).toFixed(2))
    const byFriends = ((many.at(-1) ?? 0) / (many[0] ?? 1)).toFixed(2)
    print(
      `${feed}: growth by posts ${byPosts.join(', ')}; by friends ${byFriends} (aim < ${AIM_GROWTH})`,
    )
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
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

const AIM_RATIO = 0.35
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
  /** Headers of the readers with 10, 150, 500 and 2,000 friends. */
  readers: Record<string, string>[]
}

async function openNetwork(dataDir: string, posts: number): Promise<OpenNetwork> {
  print(`Making a network of ${posts.toLocaleString('en')} posts …`)
  const members = Math.max(2_500, Math.round(posts / 50))
  const readers = await makeNetwork(dataDir, { members, posts, readers: READERS, comments: 10_000 })
  const tokens = await tokensOf(dataDir, readers)
  const server = await startSnug(dataDir)
  return { server, readers: tokens.map((token) => ({ 'x-auth-token': token })) }
}

async function compareWithBareRoute({ server, readers }: OpenNetwork) {
  const headers = readers[2] ?? {}
  for (const feed of ['friends', 'public']) {
    const url = `${server.url}/api/posts/${feed}`
    const body = await (await fetch(url, { headers })).text()
    const bare = await startBareServer(body)
    const ours: Measured[] = []
    const limits: Measured[] = []
    for (let round = 0; round < ROUNDS; round++) {
      ours.push(await measure(url, headers, server.pid, SECONDS))
      limits.push(await measure(bare.url, headers, bare.pid, SECONDS))
    }
    await bare.stop()
    printComparison(`The ${feed} feed, 500 friends, ${body.length} bytes`, ours, limits)
  }
}

function printComparison(title: string, ours: Measured[], limits: Measured[]) {
  const of = (all: Measured[], key: keyof Measured) => median(all.map((one) => one[key]))
  print(`\n${title}: medians of ${ROUNDS} turns of ${SECONDS} s each`)
  print(row('', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs'))
  for (const [name, all] of [
    ['feed', ours],
    ['bare route', limits],
  ] as const)
    print(
      row(
        name,
        ...(['perSecond', 'p50Ms', 'p99Ms', 'cpuMicros'] as const).map((key) =>
          of(all, key).toFixed(0),
        ),
      ),
    )
  const byRate = of(ours, 'perSecond') / of(limits, 'perSecond')
  const byCpu = of(limits, 'cpuMicros') / of(ours, 'cpuMicros')
  print(`ratio by requests ${byRate.toFixed(2)}, by CPU ${byCpu.toFixed(2)} (aim ${AIM_RATIO})`)
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

import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { findPostgres, startPostgres } from '../scripts/postgres.ts'
import type { Id } from '../server/platform/ids.ts'
import { openCpuMeter, usedPerCall } from './cpu-usage.ts'
import { median } from './http-load.ts'
import { copyToPostgres } from './network/copy-to-postgres.ts'
import { mixPosts, writeTalkImages } from './network/mixed-talk.ts'
import { makeNetwork } from './network/network.ts'
import { launchMetered, loadMorePosts, openMeter, openPage } from './page-meter.ts'
import { type RunningServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// What a page of a feed costs whose posts have four pictures and the card of a link each, beside
// one of the same posts in words alone: the server on both databases, the wire, and the reader's
// browser.

const MEMBERS = 200
const POSTS = 2_000
const PAGES = 30
const PAGES_DRAWN = 12

const KINDS = ['words alone', 'pictures, cards'] as const

interface Side {
  name: string
  server: RunningServer
  token: string
  /** Processor time of the server and its database so far, in microseconds. */
  used: () => number
}

/** `rounds`: how often each is measured, so many times `reads` in a row. */
export async function benchMixedFeed(rounds = 5, reads = 100) {
  await using resources = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  resources.defer(() => rm(folder, { recursive: true, force: true }))
  const programs = findPostgres()
  const postgres = programs && resources.adopt(await startPostgres(programs), (it) => it.remove())
  const size = { members: MEMBERS, posts: POSTS, readers: [10], comments: 20 }
  const embedded: Side[] = []
  const sides: Side[] = []
  for (const [index, kind] of KINDS.entries()) {
    const dataDir = join(folder, `network-${index}`)
    const readers = await makeNetwork(dataDir, size, index === 0 ? undefined : mixPosts)
    await writeTalkImages(dataDir)
    const url = postgres && (await copyToPostgres(dataDir, postgres.url, `feed_${index}`))
    const side = await openSide(resources, `${kind}, SQLite`, dataDir, readers)
    embedded.push(side)
    sides.push(side)
    if (url) sides.push(await openSide(resources, `${kind}, PostgreSQL`, dataDir, readers, url))
  }
  await compareServers(sides, rounds, reads)
  await using browser = await launchMetered()
  for (const width of [1440, 390]) await compareBrowsers(browser, embedded, width)
}

async function openSide(
  resources: AsyncDisposableStack,
  name: string,
  dataDir: string,
  readers: Id[],
  url?: string,
): Promise<Side> {
  // No two servers may run on one folder.
  const own = url ? `${dataDir}-postgres` : dataDir
  await mkdir(own, { recursive: true })
  const [token = ''] = await tokensOf(own, readers, url)
  const settings: Record<string, string> = url ? { DATABASE_URL: url } : {}
  const server = resources.adopt(await startSnug(own, settings), (it) => it.stop())
  const read = await openCpuMeter(server, url ? { postgresUrl: url } : {})
  const used = () => {
    const { app, database } = usedPerCall({ app: 0, database: 0, redis: 0 }, read(), 1)
    return app + database
  }
  return { name, server, token, used }
}

interface Page {
  posts: { _id: string }[]
  pagination: { nextCursor: string | null }
}

async function compareServers(sides: Side[], rounds: number, reads: number) {
  const first = new Map<Side, number>()
  const bytes = new Map<Side, { plain: number; sent: number }>()
  for (const side of sides) {
    await answerOf(side, '/posts/friends')
    const before = side.used()
    const sizes = await readPages(side)
    first.set(side, (side.used() - before) / sizes.length)
    bytes.set(side, { plain: median(sizes), sent: await sentBytes(side) })
  }
  const after = new Map(sides.map((side) => [side, [] as number[]]))
  const kept = new Map(sides.map((side) => [side, [] as number[]]))
  for (let round = 0; round <= rounds; round++)
    for (const side of sides) {
      const changed = await readAfterLike(side, reads)
      const same = await cpuOf(side, reads, () => answerOf(side, '/posts/public'))
      if (round === 0) continue
      after.get(side)?.push(changed)
      kept.get(side)?.push(same)
    }
  print(
    `A page of ten posts: CPU µs of the server and its database, medians of ${rounds} turns of ${reads}`,
  )
  print(row('', 'read first', 'after a like', 'unchanged', 'bytes', 'compressed'))
  for (const side of sides) {
    const { plain = 0, sent = 0 } = bytes.get(side) ?? {}
    const times = [
      first.get(side) ?? 0,
      median(after.get(side) ?? []),
      median(kept.get(side) ?? []),
    ]
    print(row(side.name.padEnd(28), ...[...times, plain, sent].map((value) => value.toFixed(0))))
  }
}

/** The pages one after the other, each for the first time; returns their sizes in bytes. */
async function readPages(side: Side): Promise<number[]> {
  const sizes: number[] = []
  let path: string | null = '/posts/public'
  while (path && sizes.length < PAGES) {
    const text: string = await answerOf(side, path)
    sizes.push(Buffer.byteLength(text))
    const { pagination }: Page = JSON.parse(text)
    path = pagination.nextCursor && `/posts/public?cursor=${pagination.nextCursor}`
  }
  return sizes
}

/** Of one page, to a browser. */
async function sentBytes({ server, token }: Side): Promise<number> {
  const headers = { 'x-auth-token': token, 'accept-encoding': 'gzip, br' }
  const answer = await fetch(`${server.url}/api/posts/public`, { headers })
  await answer.arrayBuffer()
  return Number(answer.headers.get('content-length'))
}

/** A reaction to one of the posts of the page before each read: what the read alone costs. */
async function readAfterLike(side: Side, reads: number): Promise<number> {
  const { posts }: Page = JSON.parse(await answerOf(side, '/posts/public'))
  const id = posts.at(-1)?._id ?? ''
  let count = 0
  const like = () => answerOf(side, `/posts/${id}/${count++ % 2 ? 'unlike' : 'like'}`, 'POST')
  const likes = await cpuOf(side, reads, like)
  const both = await cpuOf(side, reads, async () => {
    await like()
    await answerOf(side, '/posts/public')
  })
  return both - likes
}

async function cpuOf(side: Side, times: number, act: () => Promise<unknown>): Promise<number> {
  const before = side.used()
  for (let index = 0; index < times; index++) await act()
  return (side.used() - before) / times
}

async function answerOf({ server, token }: Side, path: string, method = 'GET'): Promise<string> {
  const headers = { 'x-auth-token': token }
  const answer = await fetch(`${server.url}/api${path}`, { method, headers, cache: 'no-store' })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`)
  return answer.text()
}

/**
 * What ten more posts cost the page's main thread, from the press to the last of their pictures.
 */
async function compareBrowsers(browser: Browser, sides: Side[], width: number) {
  print(`\nTen more posts in a window of ${width} px: CPU ms of the page, median of ${PAGES_DRAWN}`)
  for (const { name, server, token } of sides) {
    const viewport = { width, height: 900 }
    const page = await openPage(browser, { url: server.url, path: '/', token, viewport })
    await page.getByRole('group', { name: 'Feed' }).getByRole('button', { name: 'Public' }).click()
    await page.getByRole('article').first().waitFor()
    const meter = await openMeter(page)
    const times: number[] = []
    for (let known = 10; known <= 10 * PAGES_DRAWN; known += 10)
      times.push(
        await meter.cpuOf(1, async () => {
          await loadMorePosts(page, known + 10)
          await page.waitForLoadState('networkidle')
        }),
      )
    print(row(name.padEnd(28), median(times).toFixed(1)))
    await page.context().close()
  }
}

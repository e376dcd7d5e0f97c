import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { median } from './http-load.ts'
import { makeNetwork } from './network/network.ts'
import type { Sending } from './sender.ts'
import { startBareServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// Who keeps a reader waiting? Somebody reads the friends feed at a steady pace, alone and beside
// each thing that works hard: passwords, pictures, a backup, posts that go to many. All in one
// run, in turn, so that the ratios hold whatever else the machine does; and at the same moments
// from a bare server that sends the same bytes, for what the reader's own side and the machine add:
// whoever works hard takes processors from it as well.

const FRIENDS = [150, 2_000]
const ROUNDS = 5
const SECONDS = 6
/** Far below what the server carries: what is measured is how long others hold it up. */
const READS_PER_SECOND = 100
const SETTLE_MS = 500

interface Page {
  url: string
  headers: Record<string, string>
}

interface Hard {
  name: string
  /** Begins it, and ends it: gives how often it was done. */
  start(): { stop(): Promise<number> }
}

export async function benchInterference(posts = 50_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    print(`Making a network of ${posts.toLocaleString('en')} posts …`)
    const members = Math.max(2_500, Math.round(posts / 50))
    const readers = await makeNetwork(folder, { members, posts, readers: FRIENDS, comments: 0 })
    const [reader = '', author = ''] = await tokensOf(folder, readers)
    const server = await startSnug(folder)
    const feed = { url: `${server.url}/api/posts/friends`, headers: { 'x-auth-token': reader } }
    const bare = await startBareServer(await (await fetch(feed.url, feed)).text())
    const pages = { feed, bare: { url: bare.url, headers: {} } }
    await compare(pages, [ALONE, ...(await hardThings(server.url, folder, author))])
    await Promise.all([server.stop(), bare.stop()])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const ALONE: Hard = { name: 'alone', start: () => ({ stop: async () => 0 }) }

interface Round {
  feed: number[]
  bare: number[]
  done: number
}

async function compare(pages: { feed: Page; bare: Page }, hard: Hard[]) {
  const taken = new Map<string, Round[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const { name, start } of hard) {
      const work = start()
      await pause(SETTLE_MS)
      const [feed, bare] = await Promise.all([
        readSteadily(pages.feed, 0),
        readSteadily(pages.bare, 500 / READS_PER_SECOND),
      ])
      const done = await work.stop()
      // The first round warms everything up.
      if (round > 0) taken.set(name, [...(taken.get(name) ?? []), { feed, bare, done }])
    }
  print(`\n${READS_PER_SECOND} pages a second of each, on ${availableParallelism()} processors:`)
  print(`medians of ${ROUNDS} rounds of ${SECONDS} s each`)
  print(row('the feed beside', 'p50 ms', 'p99 ms', 'bare p99', 'p99 / alone', 'p99 / bare', 'done'))
  const p99Alone = ofRounds(taken.get(ALONE.name) ?? [], 'feed', 0.99)
  for (const [name, rounds] of taken) {
    const p99 = ofRounds(rounds, 'feed', 0.99)
    const bareP99 = ofRounds(rounds, 'bare', 0.99)
    const figures = [ofRounds(rounds, 'feed', 0.5), p99, bareP99, p99 / p99Alone, p99 / bareP99]
    const done = median(rounds.map((one) => one.done))
    print(row(name, ...figures.map((figure) => figure.toFixed(1)), String(done)))
  }
}

/** The median over the rounds of what `share` of the pages stayed below, in ms. */
function ofRounds(rounds: Round[], page: 'feed' | 'bare', share: number): number {
  const reached = ({ [page]: times }: Round) =>
    times[Math.floor(times.length * share)] ?? Number.NaN
  return median(rounds.map(reached))
}

/**
 * How long each page took from the moment it was due, in ms, the quickest first. Without `fetch`,
 * whose streams make so much to clear away that every second or two the reader itself stood still.
 */
async function readSteadily(page: Page, offsetMs: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const read = async (due: number) => {
    await pause(Math.ceil(due - performance.now()))
    const [answer] = (await once(get(page.url, { ...page, agent }), 'response')) as [
      IncomingMessage,
    ]
    await once(answer.resume(), 'end')
    if (answer.statusCode !== 200) throw new Error(`The page was answered ${answer.statusCode}.`)
    return performance.now() - due
  }
  const start = performance.now() + SETTLE_MS + offsetMs
  const all = Array.from({ length: READS_PER_SECOND * SECONDS }, (_, index) =>
    read(start + (index * 1_000) / READS_PER_SECOND),
  )
  const times = await Promise.all(all)
  agent.destroy()
  return times.toSorted((one, other) => one - other)
}

async function hardThings(url: string, folder: string, token: string): Promise<Hard[]> {
  const large = await noise()
  const json = { 'content-type': 'application/json' }
  const guess = { email: 'nobody@example.org', password: 'Lanterns-At-Dusk-7!', rememberMe: false }
  const signIn = { method: 'POST', headers: json, body: Buffer.from(JSON.stringify(guess)) }
  const post = (atOnce: number, image?: Buffer<ArrayBufferLike>) =>
    sending({ url: `${url}/api/posts`, ...formOf(token, image), atOnce, expected: 201 })
  return [
    {
      name: 'signing in, 8 at once',
      start: sending({ url: `${url}/api/users/login`, ...signIn, atOnce: 8, expected: 400 }),
    },
    { name: 'pictures, 3 at once', start: post(3, large) },
    { name: 'backups', start: () => backups(folder) },
    { name: 'posts to 2,000', start: post(2) },
  ]
}

/** A post as a form, with a picture or without. */
export function formOf(token: string, image?: Buffer) {
  const boundary = 'interference'
  const part = (disposition: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const parts: Buffer[] = [Buffer.from(`${part('name="text"')}\r\nMeasured\r\n`)]
  if (image)
    parts.push(
      Buffer.from(`${part('name="image"; filename="noise.png"')}\r\n`),
      image,
      Buffer.from('\r\n'),
    )
  parts.push(Buffer.from(`--${boundary}--\r\n`))
  return {
    method: 'POST',
    headers: { 'x-auth-token': token, 'content-type': `multipart/form-data; boundary=${boundary}` },
    body: Buffer.concat(parts),
  }
}

/** A picture that is as large as it looks: 5.6 MB. */
function noise(): Promise<Buffer> {
  const [width, height, channels] = [1_250, 1_500, 3] as const
  const pixels = randomBytes(width * height * channels)
  return sharp(pixels, { raw: { width, height, channels } }).png().toBuffer()
}

/** Sends one request over and over, by a thread of its own. */
export function sending(workerData: Sending) {
  return () => {
    const worker = new Worker(new URL('./sender.ts', import.meta.url), { workerData })
    const failed = once(worker, 'error').then(([error]) => Promise.reject(error))
    failed.catch(() => {})
    return {
      async stop(): Promise<number> {
        const told = once(worker, 'message')
        worker.postMessage('stop')
        const [done] = await Promise.race([told, failed])
        return done as number
      },
    }
  }
}

/** Backs up over and over, as the operator would. */
function backups(dataDir: string) {
  let isOver = false
  let done = 0
  const file = join(dataDir, '..', `${process.pid}-snug-bench-backup.tar`)
  const command = new URL('../cli/main.ts', import.meta.url).pathname
  async function backUp() {
    while (!isOver) {
      await rm(file, { force: true })
      const env = { ...process.env, DATA_DIR: dataDir }
      const child = spawn(process.execPath, [command, 'backup', file], { env, stdio: 'ignore' })
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`A backup ended with ${code}.`)
      done++
    }
    await rm(file, { force: true })
  }
  const working = backUp()
  return {
    async stop() {
      isOver = true
      await working
      return done
    },
  }
}

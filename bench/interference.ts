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
// run, in turn, so that the ratios hold whatever else the machine does; and a bare server that
// sends the same bytes, for what the reader's own side and the machine add to every figure.

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
  /** What is read beside it, where that is not the feed. */
  page?: Page
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
    await compare(feed, [
      ALONE,
      { ...ALONE, name: 'bare server', page: { url: bare.url, headers: {} } },
      ...(await hardThings(server.url, folder, author)),
    ])
    await Promise.all([server.stop(), bare.stop()])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const ALONE: Hard = { name: 'alone', start: () => ({ stop: async () => 0 }) }

async function compare(feed: Page, hard: Hard[]) {
  const taken = new Map<string, { p50: number; p99: number; done: number }[]>()
  for (let round = 0; round <= ROUNDS; round++)
    for (const { name, page = feed, start } of hard) {
      const work = start()
      await pause(SETTLE_MS)
      const times = await readSteadily(page)
      const done = await work.stop()
      const of = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN
      // The first round warms everything up.
      if (round > 0)
        taken.set(name, [...(taken.get(name) ?? []), { p50: of(0.5), p99: of(0.99), done }])
    }
  print(`\n${READS_PER_SECOND} pages a second, on ${availableParallelism()} processors:`)
  print(`medians of ${ROUNDS} rounds of ${SECONDS} s each`)
  print(row('the page', 'p50 ms', 'p99 ms', 'p99 / alone', 'done beside'))
  const alone = median((taken.get(hard[0]?.name ?? '') ?? []).map(({ p99 }) => p99))
  for (const [name, all] of taken) {
    const [p50, p99] = [median(all.map((one) => one.p50)), median(all.map((one) => one.p99))]
    const done = median(all.map((one) => one.done))
    print(row(name, p50.toFixed(1), p99.toFixed(1), (p99 / alone).toFixed(1), String(done)))
  }
}

/**
 * How long each page took from the moment it was due, in ms, the quickest first. Without `fetch`,
 * whose streams make so much to clear away that every second or two the reader itself stood still.
 */
async function readSteadily(page: Page): Promise<number[]> {
  const agent = new Agent({ keepAlive: true })
  const read = async (due: number) => {
    await pause(due - performance.now())
    const [answer] = (await once(get(page.url, { ...page, agent }), 'response')) as [
      IncomingMessage,
    ]
    await once(answer.resume(), 'end')
    if (answer.statusCode !== 200) throw new Error(`The page was answered ${answer.statusCode}.`)
    return performance.now() - due
  }
  const start = performance.now() + SETTLE_MS
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
  const post = (atOnce: number, picture?: Buffer<ArrayBufferLike>) =>
    sending({ url: `${url}/api/posts`, ...formOf(token, picture), atOnce, expected: 201 })
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
export function formOf(token: string, picture?: Buffer) {
  const boundary = 'interference'
  const part = (disposition: string) =>
    `--${boundary}\r\ncontent-disposition: form-data; ${disposition}\r\n`
  const parts: Buffer[] = [Buffer.from(`${part('name="text"')}\r\nMeasured\r\n`)]
  if (picture)
    parts.push(
      Buffer.from(`${part('name="image"; filename="noise.png"')}\r\n`),
      picture,
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

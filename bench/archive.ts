import { readFileSync } from 'node:fs'
import { link, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { ArchiveStatus } from '../contract/archive.ts'
import { storedPath } from '../server/platform/files/local-files.ts'
import { cpuMicros } from './cpu-usage.ts'
import { uuidOf } from './network/ids.ts'
import { makeNetwork, type Network } from './network/network.ts'
import { type RunningServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// The archive of one member who made nearly all there is: what it takes of memory and of the
// processor, and how long somebody waits meanwhile who reads the friends feed.

const IMAGE_EVERY = 5
const COMMENT_EVERY = 5
/** Of everybody else, for the reader's feed. */
const OTHER_POSTS = 10_000
const MEMBERS = 2_000
const FRIENDS = 150
const DRAWINGS = 20
const IMAGE = { width: 960, height: 720 }
const READS_PER_SECOND = 10
const ALONE_SECONDS = 60

/** `posts`: of the member; every fifth has a picture. */
export async function benchArchive(posts = 100_000) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    print(`Making ${posts.toLocaleString('en')} posts of one member …`)
    const size = { members: MEMBERS, posts: posts + OTHER_POSTS, comments: 0 }
    const readers = await makeNetwork(folder, { ...size, readers: [FRIENDS, FRIENDS] }, (network) =>
      giveToFirst(network, posts),
    )
    await drawImages(folder, Math.ceil(posts / IMAGE_EVERY))
    const [owner = '', reader = ''] = await tokensOf(folder, readers)
    const server = await startSnug(folder)
    await compare(server, owner, reader)
    await server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The oldest posts, and some of the comments, become those of the first member. */
function giveToFirst({ db, members: [first = 0], posts }: Network, count: number) {
  const give = db.prepare(
    `update posts set author_id = :first, image_count = :images,
      is_public = (select 1 - is_private from users where id = :first) where id = :id`,
  )
  const draw = db.prepare(
    `insert into images (id, owner_id, kind, width, height, placeholder, widths, created_at)
     values (?, ?, 'post', ${IMAGE.width}, ${IMAGE.height}, '', '[${IMAGE.width}]', 1)`,
  )
  const show = db.prepare(
    `insert into post_images (post_id, place, image_id, alt) values (?, 0, ?, 'A drawing')`,
  )
  for (const [index, { id }] of posts.slice(0, count).entries()) {
    const images = index % IMAGE_EVERY === 0 ? 1 : 0
    give.run({ first, images, id })
    if (images === 0) continue
    draw.run(uuidOf(index / IMAGE_EVERY), first)
    show.run(id, uuidOf(index / IMAGE_EVERY))
  }
  db.exec(`update comments set author_id = ${first} where rowid % ${COMMENT_EVERY} = 0`)
}

/** A few drawings under many names. */
async function drawImages(folder: string, count: number) {
  const drawings: string[] = []
  for (let index = 0; index < DRAWINGS; index++) {
    const noise = { type: 'gaussian', mean: 100 + index, sigma: 12 } as const
    const create = { ...IMAGE, channels: 3, background: 'white', noise } as const
    const file = join(folder, `drawing-${index}`)
    await writeFile(file, await sharp({ create }).webp({ quality: 60 }).toBuffer())
    drawings.push(file)
  }
  for (let index = 0; index < count; index++) {
    const path = storedPath(`post/${uuidOf(index)}/${IMAGE.width}.webp`) ?? ''
    const place = join(folder, 'images', path)
    await mkdir(dirname(place), { recursive: true })
    await link(drawings[index % DRAWINGS] ?? '', place)
  }
}

async function compare(server: RunningServer, owner: string, reader: string) {
  const feed = { url: `${server.url}/api/posts/friends`, headers: { 'x-auth-token': reader } }
  const archive = `${server.url}/api/users/me/archive`
  const headers = { 'x-auth-token': owner }
  print(row('', 'p50 ms', 'p99 ms', 'slowest ms', 'highest MB', 'own MB', 'CPU s', 'seconds'))
  await measure('warming', server, feed, () => pause(ALONE_SECONDS * 500))
  await measure('the reader alone', server, feed, () => pause(ALONE_SECONDS * 1_000))
  let bytes = 0
  await measure('beside the packing', server, feed, async () => {
    const asked = await fetch(archive, { method: 'POST', headers })
    if (asked.status !== 202) throw new Error(`The archive was answered ${asked.status}.`)
    for (;;) {
      await pause(1_000)
      const answer = await fetch(archive, { headers })
      const status = (await answer.json()) as ArchiveStatus
      if (status.state === 'making') continue
      if (status.state !== 'ready') throw new Error(`The archive is ${status.state}.`)
      bytes = status.bytes ?? 0
      return
    }
  })
  print(`The archive has ${(bytes / 1_000_000).toFixed(0)} MB.`)
}

interface Page {
  url: string
  headers: Record<string, string>
}

/** Reads the page at a steady pace until the work is done. */
async function measure(
  name: string,
  server: RunningServer,
  page: Page,
  work: () => Promise<unknown>,
) {
  const used = () => server.processes().reduce((sum, pid) => sum + cpuMicros(pid), 0)
  const [before, begin] = [used(), performance.now()]
  const times: number[] = []
  let own = 0
  // Again where the server just closed the line it was to go over.
  const ask = () => fetch(page.url, page).catch(() => fetch(page.url, page))
  const reads: Promise<unknown>[] = []
  let isDone = false
  const working = work().finally(() => {
    isDone = true
  })
  for (let due = performance.now(); !isDone; due += 1_000 / READS_PER_SECOND) {
    await pause(Math.max(0, due - performance.now()))
    own = Math.max(own, bytesOf(server, 'RssAnon'))
    reads.push(
      ask().then(async (answer) => {
        await answer.arrayBuffer()
        if (!answer.ok) throw new Error(`The page was answered ${answer.status}.`)
        times.push(performance.now() - due)
      }),
    )
  }
  await Promise.all([working, ...reads])
  times.sort((one, other) => one - other)
  const at = (share: number) => (times[Math.floor((times.length - 1) * share)] ?? 0).toFixed(0)
  const inMb = (bytes: number) => (bytes / 1_024 ** 2).toFixed(0)
  const memory = [inMb(bytesOf(server, 'VmHWM')), inMb(own)]
  const cpu = (used() - before) / 1_000_000
  const seconds = (performance.now() - begin) / 1_000
  const figures = [at(0.5), at(0.99), at(1), ...memory, cpu.toFixed(1), seconds.toFixed(0)]
  print(row(name, ...figures))
}

/**
 * As the system counts it, of all processes: `VmHWM`, the most ever, pages of files among it;
 * `RssAnon`, without them now.
 */
function bytesOf(server: RunningServer, name: 'VmHWM' | 'RssAnon'): number {
  const counted = new RegExp(`${name}:\\s+(\\d+)`)
  return server
    .processes()
    .map((pid) => readFileSync(`/proc/${pid}/status`, 'utf8'))
    .reduce((sum, status) => sum + Number(counted.exec(status)?.[1] ?? 0) * 1_024, 0)
}

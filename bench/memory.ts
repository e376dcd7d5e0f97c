import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import sharp from 'sharp'
import type { WebSocket } from 'ws'
import { openChatSpaces, openMemberSocket, runChatLoad } from './chat-load.ts'
import { cpuMicros } from './cpu-usage.ts'
import { drive } from './http-load.ts'
import { formOf, sending } from './interference.ts'
import { makeSpaces } from './network/network.ts'
import type { Seat } from './network/spaces.ts'
import { type RunningServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// What the server takes of the machine's memory: on an empty folder, for each socket that only
// waits (and what those cost of the processor), under everything at once, and when that is over.

const MEMBERS_PER_SPACE = 20
/** The first sockets warm the code, and are not counted. */
const WARMING_SHARE = 0.2
/** Two rounds of every member's ping. */
const IDLE_SECONDS = 50
/** Three looks of a server at whether it may give back what it took. */
const SETTLE_SECONDS = 60
const TALKING_SPACES = 10
const PHOTO = { width: 4_000, height: 3_000, quality: 60 }

/** `sockets`: how many wait. `minutes`: how long the loads last. */
export async function benchMemory(sockets = 5_000, minutes = 10) {
  print(row('', 'in all MB', 'its own MB', 'highest MB'))
  await inFolder(async (folder) => {
    // The first start of a version compiles it, and what that takes stays.
    await (await startSnug(folder)).stop()
    await served(folder, async (server) => {
      await pause(SETTLE_SECONDS * 1_000)
      report('on an empty folder', server)
    })
  })
  await inFolder(async (folder) => {
    const seats = await makeSpaces(folder, sockets / MEMBERS_PER_SPACE, MEMBERS_PER_SPACE)
    await served(folder, async (server) => {
      const members = seats.map(({ member }) => member)
      const tokens = await tokensOf(folder, members)
      await measureSockets(server, tokens)
      await runLoads(server, seats, tokens, minutes * 60)
    })
  })
}

/** Stops it also where the work failed: the folder it writes into could not be removed. */
async function served(folder: string, work: (server: RunningServer) => Promise<void>) {
  const server = await startSnug(folder)
  try {
    await work(server)
  } finally {
    await server.stop()
  }
}

async function measureSockets(server: RunningServer, tokens: string[]) {
  const open: WebSocket[] = []
  const openMore = async (some: string[]) => {
    for (const token of some) open.push(await openMemberSocket(server.url, token))
  }
  const warming = Math.round(tokens.length * WARMING_SHARE)
  await openMore(tokens.slice(0, warming))
  const before = ownBytes(server)
  await openMore(tokens.slice(warming))
  const used = cpuMicros(server.pid)
  const started = performance.now()
  await pause(IDLE_SECONDS * 1_000)
  const usedMs = (cpuMicros(server.pid) - used) / 1_000
  const share = (usedMs / (performance.now() - started)) * 100
  const each = (ownBytes(server) - before) / (tokens.length - warming) / 1_024
  report(`${open.length} sockets wait`, server)
  print(
    `${each.toFixed(1)} kB for a socket that waits; all take ${share.toFixed(2)} % of a processor`,
  )
  for (const socket of open) socket.terminate()
  await pause(SETTLE_SECONDS * 1_000)
  report('they are gone', server)
}

async function runLoads(server: RunningServer, seats: Seat[], tokens: string[], seconds: number) {
  const { url } = server
  const talking = seats.flatMap((seat, index) =>
    index % (seats.length / MEMBERS_PER_SPACE) < TALKING_SPACES ? [{ seat, index }] : [],
  )
  const spaces = await openChatSpaces(
    url,
    talking.map(({ seat }) => seat),
    talking.map(({ index }) => tokens[index] ?? ''),
  )
  const [token = ''] = tokens
  const uploads = { url: `${url}/api/posts`, ...formOf(token, await photo()), atOnce: 3 }
  const uploading = sending({ ...uploads, expected: 201, mayBeBusy: true })()
  const [talk] = await Promise.all([
    runChatLoad(url, spaces, { atOnce: 4, seconds }),
    drive({ url: `${url}/api/posts/friends`, headers: { 'x-auth-token': token } }, seconds),
  ])
  const uploaded = await uploading.stop()
  report(`${seconds / 60} min of loads`, server)
  print(`${talk.messages} messages, ${uploaded} pictures of ${PHOTO.width} × ${PHOTO.height}`)
  for (const socket of spaces.flatMap((space) => space.sockets)) socket.terminate()
  await pause(SETTLE_SECONDS * 1_000)
  report('they are over', server)
}

async function inFolder(work: (folder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Some megabytes, as a telephone takes them. */
function photo(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 12 } as const
  const create = { ...PHOTO, channels: 3, background: 'white', noise } as const
  return sharp({ create }).jpeg({ quality: PHOTO.quality }).toBuffer()
}

/** What the program's file takes of the memory it shares; the rest is the server's own. */
function report(name: string, server: RunningServer) {
  const megabytes = (kind: string) => (bytesOf(server, kind) / 1_024 ** 2).toFixed(0)
  print(row(name, megabytes('VmRSS'), megabytes('RssAnon'), megabytes('VmHWM')))
}

function ownBytes(server: RunningServer) {
  return bytesOf(server, 'RssAnon')
}

function bytesOf({ pid }: RunningServer, kind: string): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(new RegExp(`${kind}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) * 1_024
}

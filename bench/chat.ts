import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { openMemberSocket, SENT_AT } from './chat-load.ts'
import { cpuTicks, TICK_MICROS } from './cpu-usage.ts'
import { median } from './http-load.ts'
import { makeSpaces } from './network/network.ts'
import type { Seat } from './network/spaces.ts'
import { startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// How much chat the server carries: many sockets in many spaces, messages at rising rates until
// their delivery takes too long, beside a server that only sends the same frames on.

const SPACES = 100
const SOCKETS_PER_SPACE = 20
const FIRST_RATE = 20
const RATE_GROWTHS = [1.5, 1.1]
const STEP_SECONDS = 3
const ROUNDS = 3
const P99_MAX_MS = 100
const AIM_RATIO = 0.5

/** One server, as the bench sees it: sockets that receive, and a way to send to them. */
interface Contender {
  name: string
  pid: number
  sockets: WebSocket[]
  /** Says something in the space of this number, as its `turn`-th member. */
  send(space: number, turn: number, words: string): void
}

interface Step {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cpuMicros: number
}

export async function benchChat() {
  const folder = await mkdtemp(join(tmpdir(), 'snug-bench-'))
  try {
    const seats = await makeSpaces(folder, SPACES, SOCKETS_PER_SPACE)
    const server = await startSnug(folder)
    const before = residentBytes(server.pid)
    const snug = await openSnugServer(server.url, server.pid, folder, seats)
    const bare = await openBareBroadcast(await frameOf(snug))
    const sockets = seats.length
    const perSocket = (residentBytes(server.pid) - before) / sockets / 1_024
    print(`${sockets} sockets in ${SPACES} spaces; ${perSocket.toFixed(1)} kB for an idle socket`)
    await compare(snug, bare.side)
    bare.child.disconnect()
    for (const socket of snug.sockets) socket.terminate()
    await server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compare(snug: Contender, bare: Contender) {
  const best = new Map<Contender, Step[]>([
    [snug, []],
    [bare, []],
  ])
  for (let round = 0; round < ROUNDS; round++)
    for (const side of [snug, bare]) best.get(side)?.push(await findHighestRate(side))
  print(`\nThe most deliveries with a p99 below ${P99_MAX_MS} ms: medians of ${ROUNDS} turns`)
  print(row('', 'deliveries/s', 'p50 ms', 'p99 ms', 'CPU µs each'))
  const of = (side: Contender, key: keyof Step) =>
    median((best.get(side) ?? []).map((it) => it[key]))
  for (const side of [snug, bare])
    print(
      row(
        side.name,
        of(side, 'perSecond').toFixed(0),
        of(side, 'p50Ms').toFixed(1),
        of(side, 'p99Ms').toFixed(1),
        of(side, 'cpuMicros').toFixed(1),
      ),
    )
  const ratio = of(snug, 'perSecond') / of(bare, 'perSecond')
  print(`ratio by deliveries ${ratio.toFixed(2)} (aim ${AIM_RATIO})`)
}

/** Rates rise until delivery takes too long, then in smaller steps; the last step that held. */
async function findHighestRate(side: Contender): Promise<Step> {
  let best: Step = { perSecond: 0, p50Ms: 0, p99Ms: 0, cpuMicros: 0 }
  let bestRate = FIRST_RATE
  // The first seconds open connections and warm the code.
  await runAtRate(side, FIRST_RATE)
  for (const growth of RATE_GROWTHS)
    for (let rate = best.perSecond > 0 ? bestRate * growth : FIRST_RATE; ; rate *= growth) {
      // Whatever else the machine does may spoil one step, hardly two.
      const step = (await tryRate(side, rate)) ?? (await tryRate(side, rate))
      if (!step) break
      best = step
      bestRate = rate
    }
  return best
}

/** Undefined when delivery takes too long at this rate. */
async function tryRate(side: Contender, rate: number): Promise<Step | undefined> {
  const step = await runAtRate(side, rate)
  const isHeld = step.p99Ms <= P99_MAX_MS && step.perSecond >= rate * SOCKETS_PER_SPACE * 0.9
  return isHeld ? step : undefined
}

/** Sends at one rate for some seconds and measures how it arrives. */
async function runAtRate(side: Contender, rate: number): Promise<Step> {
  const latencies: number[] = []
  const onMessage = (data: unknown) => {
    const text = String(data)
    const at = text.indexOf(SENT_AT)
    if (at > 0)
      latencies.push(performance.now() - Number.parseFloat(text.slice(at + SENT_AT.length)))
  }
  for (const socket of side.sockets) socket.on('message', onMessage)
  const ticks = cpuTicks(side.pid)
  const started = performance.now()
  let sent = 0
  while (performance.now() - started < STEP_SECONDS * 1_000) {
    const due = ((performance.now() - started) / 1_000) * rate
    for (; sent < due; sent++) {
      const words = `${SENT_AT}${performance.now().toFixed(3)} and some words as people say them`
      side.send(sent % SPACES, Math.floor(sent / SPACES), words)
    }
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
  const seconds = (performance.now() - started) / 1_000
  // What is still on its way arrives, late.
  await new Promise((resolve) => setTimeout(resolve, P99_MAX_MS * 3))
  for (const socket of side.sockets) socket.off('message', onMessage)
  latencies.sort((one, other) => one - other)
  const at = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Number.NaN
  const usedPerCall = (cpuTicks(side.pid) - ticks) * TICK_MICROS
  const perSecond = latencies.length / seconds
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), cpuMicros: usedPerCall / latencies.length }
}

async function openSnugServer(
  url: string,
  pid: number,
  folder: string,
  seats: Seat[],
): Promise<Contender> {
  const tokens = await tokensOf(
    folder,
    seats.map(({ member }) => member),
  )
  const sockets: WebSocket[] = []
  for (const token of tokens) sockets.push(await openMemberSocket(url, token))
  const bySpace = Map.groupBy(seats.keys(), (index) => seats[index]?.space ?? 0)
  const spaces = [...bySpace].map(([space, indexes]) => ({ space, indexes }))
  return {
    name: 'snug',
    pid,
    sockets,
    send(number, turn, content) {
      const { space, indexes } = spaces[number] ?? { space: 0, indexes: [] }
      const token = tokens[indexes[turn % indexes.length] ?? 0] ?? ''
      void fetch(`${url}/api/spaces/${space}/messages`, {
        method: 'POST',
        headers: { 'x-auth-token': token, 'content-type': 'application/json' },
        body: JSON.stringify({ content }),
      }).then((answer) => answer.arrayBuffer())
    },
  }
}

/** What a message looks like when it is delivered, with a place for the words. */
async function frameOf(snug: Contender): Promise<(words: string) => string> {
  const [socket] = snug.sockets
  if (!socket) throw new Error('There is no socket.')
  const received = Promise.withResolvers<string>()
  socket.on('message', function onMessage(data) {
    const text = String(data)
    if (!text.includes(SENT_AT)) return
    socket.off('message', onMessage)
    received.resolve(text)
  })
  snug.send(0, 1, `${SENT_AT}0`)
  const frame = await received.promise
  return (words) => frame.replace(`${SENT_AT}0`, () => words)
}

async function openBareBroadcast(frame: (words: string) => string) {
  const child: ChildProcess = fork(fileURLToPath(new URL('./bare-broadcast.ts', import.meta.url)))
  const [url] = await once(child, 'message')
  const sockets: WebSocket[] = []
  for (let index = 0; index < SPACES * SOCKETS_PER_SPACE; index++) {
    const socket = new WebSocket(String(url))
    await once(socket, 'open')
    socket.send(`${index % SPACES} join`)
    await once(socket, 'message')
    sockets.push(socket)
  }
  const side: Contender = {
    name: 'bare broadcast',
    pid: child.pid ?? 0,
    sockets,
    send(space, turn, words) {
      sockets[space + SPACES * (turn % SOCKETS_PER_SPACE)]?.send(`${space} ${frame(words)}`)
    },
  }
  return { child, side }
}

function residentBytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1_024
}

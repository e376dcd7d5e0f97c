import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { type ChatSpace, openChatSpaces, postMessage, runChatLoad, SENT_AT } from './chat-load.ts'
import { cpuMicros } from './cpu-usage.ts'
import { median } from './http-load.ts'
import { makeSpaces } from './network/network.ts'
import { type RunningServer, startSnug, tokensOf } from './servers.ts'
import { print, row } from './table.ts'

// How much chat the server carries: many sockets in many spaces, messages at rising rates until
// their delivery takes too long, beside servers that only send the same frames on; and what a
// message costs, by how many hear it.

const SPACES = 100
const SOCKETS_PER_SPACE = 20
const FIRST_RATE = 100
const RATE_GROWTHS = [1.5, 1.1]
const STEP_SECONDS = 3
const ROUNDS = 3
const P99_MAX_MS = 100
const AIM_RATIO = 0.45
const TALKING_AT_ONCE = 8

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
    const members = seats.map(({ member }) => member)
    const server = await startSnug(folder)
    const spaces = await openChatSpaces(server.url, seats, await tokensOf(folder, members))
    print(`${seats.length} sockets in ${SPACES} spaces`)
    const snug = contenderOf(server, spaces)
    const frame = await frameOf(snug)
    const bare = await openBareBroadcast(frame)
    const shared = await openBareBroadcast(frame, 'one-buffer')
    await compare([snug, bare.side, shared.side])
    for (const { child } of [bare, shared]) child.disconnect()
    await priceMessages(server, spaces)
    for (const socket of snug.sockets) socket.terminate()
    await server.stop()
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Everybody hears first, then of each space one member alone: the difference are the others. */
async function priceMessages(server: RunningServer, spaces: ChatSpace[]) {
  const heard = await priceMessage(server, spaces)
  for (const { sockets } of spaces) for (const socket of sockets.splice(1)) socket.terminate()
  const alone = await priceMessage(server, spaces)
  const each = (heard - alone) / (SOCKETS_PER_SPACE - 1)
  print(`\nProcessor time of a message, ${TALKING_AT_ONCE} talking at once`)
  print(row(`that ${SOCKETS_PER_SPACE} hear`, `${heard.toFixed(0)} µs`))
  print(row('that one hears', `${alone.toFixed(0)} µs`))
  print(row('each delivery', `${each.toFixed(1)} µs`))
}

async function priceMessage({ url, pid }: RunningServer, spaces: ChatSpace[]): Promise<number> {
  const prices: number[] = []
  // The first warms the code.
  for (let round = 0; round <= ROUNDS; round++) {
    const before = cpuMicros(pid)
    const talk = { atOnce: TALKING_AT_ONCE, seconds: STEP_SECONDS }
    const { messages } = await runChatLoad(url, spaces, talk)
    prices.push((cpuMicros(pid) - before) / messages)
  }
  return median(prices.slice(1))
}

/** The first is compared with each of the others. */
async function compare(sides: [Contender, ...Contender[]]) {
  const best = new Map<Contender, Step[]>(sides.map((side) => [side, []]))
  for (let round = 0; round < ROUNDS; round++)
    for (const side of sides) best.get(side)?.push(await findHighestRate(side))
  print(`\nThe most deliveries with a p99 below ${P99_MAX_MS} ms: medians of ${ROUNDS} turns`)
  print(row('', 'deliveries/s', 'p50 ms', 'p99 ms', 'CPU µs each'))
  const of = (side: Contender, key: keyof Step) =>
    median((best.get(side) ?? []).map((it) => it[key]))
  for (const side of sides)
    print(
      row(
        side.name,
        of(side, 'perSecond').toFixed(0),
        of(side, 'p50Ms').toFixed(1),
        of(side, 'p99Ms').toFixed(1),
        of(side, 'cpuMicros').toFixed(1),
      ),
    )
  const [snug, ...limits] = sides
  for (const limit of limits) {
    const ratio = of(snug, 'perSecond') / of(limit, 'perSecond')
    print(`deliveries beside the ${limit.name}: ${ratio.toFixed(2)} (aim ${AIM_RATIO})`)
  }
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
  const before = cpuMicros(side.pid)
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
  const used = cpuMicros(side.pid) - before
  const perSecond = latencies.length / seconds
  return { perSecond, p50Ms: at(0.5), p99Ms: at(0.99), cpuMicros: used / latencies.length }
}

function contenderOf({ url, pid }: RunningServer, spaces: ChatSpace[]): Contender {
  return {
    name: 'snug',
    pid,
    sockets: spaces.flatMap((space) => space.sockets),
    send(number, turn, content) {
      const { id, tokens } = spaces[number] ?? { id: 0, tokens: [] }
      const token = tokens[turn % tokens.length] ?? ''
      void postMessage(url, id, token, content)
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

async function openBareBroadcast(frame: (words: string) => string, kind = '') {
  const program = fileURLToPath(new URL('./bare-broadcast.ts', import.meta.url))
  const child: ChildProcess = fork(program, [kind])
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
    name: `bare broadcast${kind && ', one buffer'}`,
    pid: child.pid ?? 0,
    sockets,
    send(space, turn, words) {
      sockets[space + SPACES * (turn % SOCKETS_PER_SPACE)]?.send(`${space} ${frame(words)}`)
    },
  }
  return { child, side }
}

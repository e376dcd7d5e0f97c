import { type ChatSpace, runChatLoad } from './chat-load.ts'
import { type CpuUsage, usedPerCall } from './cpu-usage.ts'
import { drive, median } from './http-load.ts'
import type { RunningServer } from './servers.ts'
import { print, row } from './table.ts'
import { POST_FORM } from './workers-checks.ts'

// The loads that servers are compared by, each put on all of them in turn.

const AT_ONCE = 8

export interface Contender {
  name: string
  server: RunningServer
  read: () => CpuUsage
  /** Of the readers with few and with many friends. */
  tokens: string[]
  /** Small and large ones. */
  spaces: ChatSpace[][]
}

interface Turn {
  perSecond: number
  p50Ms: number
  p99Ms: number
  cost: CpuUsage
}

const POST = { method: 'POST', ...POST_FORM } as const
const LOADS: Record<string, (side: Contender, seconds: number) => Promise<Turn>> = {
  'feed, 500 friends': (side, seconds) =>
    requestLoad(side, seconds, side.tokens[1], '/posts/friends'),
  'how many are unread': (side, seconds) =>
    requestLoad(side, seconds, side.tokens[1], '/notifications/count'),
  'post, 10 friends': (side, seconds) => requestLoad(side, seconds, side.tokens[0], '/posts', POST),
  'post, 500 friends': (side, seconds) =>
    requestLoad(side, seconds, side.tokens[1], '/posts', POST),
  'chat, 2 receive it': (side, seconds) => chatLoad(side, seconds, side.spaces[0] ?? []),
  'chat, 20 receive it': (side, seconds) => chatLoad(side, seconds, side.spaces[1] ?? []),
}

async function requestLoad(
  { server, read }: Contender,
  seconds: number,
  token = '',
  path = '',
  { headers, ...form }: Partial<typeof POST> = {},
): Promise<Turn> {
  const url = `${server.url}/api${path}`
  const before = read()
  const result = await drive(
    { url, headers: { ...headers, 'x-auth-token': token }, ...form },
    seconds,
  )
  const { requests, p50Ms, p99Ms } = result
  return {
    perSecond: requests / result.seconds,
    p50Ms,
    p99Ms,
    cost: usedPerCall(before, read(), requests),
  }
}

async function chatLoad({ server, read }: Contender, seconds: number, spaces: ChatSpace[]) {
  const before = read()
  const talked = await runChatLoad(server.url, spaces, { atOnce: AT_ONCE, seconds })
  const { messages, latenciesMs } = talked
  const at = (share: number) => latenciesMs[Math.floor(latenciesMs.length * share)] ?? Number.NaN
  const cost = usedPerCall(before, read(), messages)
  return { perSecond: messages / talked.seconds, p50Ms: at(0.5), p99Ms: at(0.99), cost }
}

export async function compare(sides: Contender[], seconds: number, rounds: number) {
  for (const [load, run] of Object.entries(LOADS)) {
    const turns = new Map(sides.map((side) => [side, [] as Turn[]]))
    // The first turn opens connections and warms the code.
    for (const side of sides) await run(side, seconds)
    for (let round = 0; round < rounds; round++)
      for (const [side, taken] of turns) taken.push(await run(side, seconds))
    print(`\n${load}: medians of ${rounds} turns of ${seconds} s each`)
    print(row('', 'requests/s', 'p50 ms', 'p99 ms', 'app CPU µs', 'db CPU µs', 'Redis CPU µs'))
    for (const [side, taken] of turns) print(lineOf(side.name, taken))
  }
  print(
    '\nLoad generator, servers, PostgreSQL and Redis share the cores of this machine: the second\n' +
      'worker takes its time from them, so compare processor time, not requests per second.',
  )
}

function lineOf(name: string, turns: Turn[]): string {
  const of = (value: (turn: Turn) => number) => median(turns.map(value))
  return row(
    name,
    of((turn) => turn.perSecond).toFixed(0),
    of((turn) => turn.p50Ms).toFixed(1),
    of((turn) => turn.p99Ms).toFixed(1),
    ...(['app', 'database', 'redis'] as const).map((part) =>
      of((turn) => turn.cost[part]).toFixed(0),
    ),
  )
}

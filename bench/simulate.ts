import { ASSUMED, type Assumption, MACHINES, PRICES } from './assumptions.ts'
import { costOf, neededFor } from './capacity.ts'
import { simulateFanout } from './fanout-simulation.ts'
import { LIMITS, membersAt } from './limits.ts'
import { heading, line, size, whole } from './markdown.ts'
import { COSTS, SINGLE } from './measured.ts'
import { demandOf, embeddedWorkOf, requestsOf, storageOf, workOf } from './model.ts'
import { processesOf } from './needs.ts'
import { p99Through } from './queueing.ts'
import { say } from './table.ts'

// What communities of growing size need, as markdown: the tables of docs/scaling.md.

const SIZES = [10_000, 1_000_000, 100_000_000]
/** Authors with more friends than this could be gathered on reading. */
const GATHERED_ABOVE = [500, 1_000, 2_000, ASSUMED.friendsMost.value]

/** `members`: one size instead of three. */
export async function simulate(members?: number) {
  const sizes = members === undefined ? SIZES : [members]
  sayNeeds(sizes)
  sayLimits()
  sayFanout(sizes.at(-1) ?? 0)
  sayAssumed('Assumed of the community', ASSUMED)
  sayAssumed('Assumed of the machines', MACHINES)
  sayAssumed('Assumed prices, in dollars', PRICES)
}

const ROWS: Record<string, (members: number) => string> = {
  'active in a day': (members) => whole(demandOf(members).active),
  'requests/s at the peak': (members) => whole(requestsOf(demandOf(members))),
  '– feed pages, posts, messages': (members) => {
    const { feedPages, posts, messages } = demandOf(members)
    return [feedPages, posts, messages].map(whole).join(', ')
  },
  'entries into feeds/s': (members) => whole(demandOf(members).entries),
  'sockets at the peak': (members) => whole(demandOf(members).sockets),
  '– their memory': (members) => size(demandOf(members).sockets * SINGLE.socket.value),
  '– deliveries/s': (members) => whole(demandOf(members).deliveries),
  'processes (a core each)': (members) => whole(neededFor(demandOf(members)).processes),
  '– with one channel of Redis': (members) => whole(processesOf(demandOf(members), false)),
  '– 99 of 100 requests within': (members) => `${throughMs(members).toFixed(1)} ms`,
  'database cores, busy': (members) => {
    const { reads, writes } = workOf(demandOf(members))
    return `${whole(reads)} reading, ${whole(writes)} writing`
  },
  '– to be had, without standby': (members) => whole(neededFor(demandOf(members)).databaseCores),
  '– shards': (members) => whole(neededFor(demandOf(members)).shards),
  'what is looked at (memory)': (members) => size(storageOf(demandOf(members)).working),
  'rows that stand': (members) => size(storageOf(demandOf(members)).standing),
  '– growth in a year': (members) => size(storageOf(demandOf(members)).growth),
  'pictures in a year': (members) => size(storageOf(demandOf(members)).pictures),
  'Redis: commands/s, passed on/s': (members) => {
    const { redisCommands, redisPassedOn } = neededFor(demandOf(members))
    return `${whole(redisCommands)}, ${whole(redisPassedOn)}`
  },
  'sent a month': (members) => size(storageOf(demandOf(members)).sentAMonth),
}

/** Within how long 99 of 100 requests are through process and database at the peak, in ms. */
function throughMs(members: number): number {
  const demand = demandOf(members)
  const { isEmbedded, processes, databaseCores, isBusSharded, shards } = neededFor(demand)
  const requests = requestsOf(demand)
  if (isEmbedded) {
    const busy = embeddedWorkOf(demand)
    return p99Through(busy, 1, busy / requests) * 1_000
  }
  const { app, heardByEach, reads, writes } = workOf(demand)
  const busy = app / processes + (isBusSharded ? 0 : heardByEach)
  const inApp = p99Through(busy, 1, app / requests)
  const [load, cores] = [(reads + writes) / shards, databaseCores / shards]
  return (inApp + p99Through(load, cores, (reads + writes) / requests)) * 1_000
}

function sayNeeds(sizes: number[]) {
  const header = ['members', ...sizes.map(whole)]
  say(heading(header))
  for (const [name, cell] of Object.entries(ROWS)) say(line([name, ...sizes.map(cell)]))
  const costs = sizes.map((members) => costOf(demandOf(members)))
  for (const part of Object.keys(costs[0] ?? {}))
    say(line([`$ a month: ${part}`, ...costs.map((cost) => whole(cost[part] ?? 0))]))
  const totals = costs.map((cost) => Object.values(cost).reduce((sum, each) => sum + each, 0))
  say(line(['**$ a month**', ...totals.map((total) => `**${whole(total)}**`)]))
  const each = totals.map((total, index) => whole((total * 12) / (sizes[index] ?? 1)))
  say(line(['$ a year for a member', ...each]))
}

function sayLimits() {
  say(`\n${heading(['gives way', 'at members', 'then'])}`)
  const found = LIMITS.map((limit) => ({ ...limit, at: membersAt(limit) }))
  for (const { name, at, instead } of found.toSorted((one, other) => one.at - other.at))
    say(line([name, whole(Number(at.toPrecision(1))), instead]))
}

function sayFanout(members: number) {
  const { posts } = demandOf(members)
  const { shards } = neededFor(demandOf(members))
  const header = ['gathered above', 'of posts', 'p50 ms', 'p99 ms', 'worst ms', 'cores busy']
  say(
    `\n${whole(posts / shards)} posts/s on one of ${whole(shards)} shards, one event after the other:\n`,
  )
  say(heading(header))
  for (const fannedOutUpTo of GATHERED_ABOVE) {
    const seen = simulateFanout({
      postsPerSecond: posts / shards,
      cores: MACHINES.postgresCores.value,
      postMicros: COSTS.post.database.value,
      entryMicros: COSTS.entry.database.value,
      fannedOutUpTo,
    })
    const isNone = fannedOutUpTo >= ASSUMED.friendsMost.value
    const times = [seen.p50Ms, seen.p99Ms, seen.worstMs].map((ms) => ms.toFixed(1))
    const share = `${(seen.gathered * 100).toFixed(2)} %`
    const busy = (seen.busy * MACHINES.postgresCores.value).toFixed(2)
    say(line([isNone ? 'none' : `${whole(fannedOutUpTo)} friends`, share, ...times, busy]))
  }
}

function sayAssumed(title: string, assumed: Record<string, Assumption>) {
  say(`\n${title}: \n`)
  for (const [name, { value, unit, because }] of Object.entries(assumed))
    say(`- ${name}: ${value.toLocaleString('en')} ${unit} (${because})`)
}

import { ASSUMED, type Assumption, MACHINES, PRICES } from './assumptions.ts'
import { costOf, deploymentFor } from './deployment.ts'
import { simulateFanout } from './fanout.ts'
import { LIMITS, membersAt } from './limits.ts'
import { heading, line, size, whole } from './markdown.ts'
import { COSTS, SINGLE } from './measurements.ts'
import { demandOf, embeddedWorkOf, requestsOf, storageOf, workOf } from './model.ts'
import { p99Through } from './queueing.ts'
import { processesOf } from './resources.ts'

// What communities of growing size need, as markdown: the tables of docs/scaling.md.

const SIZES = [10_000, 1_000_000, 100_000_000]
/** Authors with more friends than this could be gathered on reading. */
const GATHERED_ABOVE = [500, 1_000, 2_000, ASSUMED.friendsMost.value]

/** As markdown. `members`: one size instead of three. */
export function capacityReport(members?: number): string {
  const sizes = members === undefined ? SIZES : [members]
  const parts = [
    resourcesTable(sizes),
    limitsTable(),
    fanoutTable(sizes.at(-1) ?? 0),
    assumptionsList('Assumed of the community', ASSUMED),
    assumptionsList('Assumed of the machines', MACHINES),
    assumptionsList('Assumed prices, in dollars', PRICES),
  ]
  return parts.map((lines) => lines.join('\n')).join('\n\n')
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
  'processes (a core each)': (members) => whole(deploymentFor(demandOf(members)).processes),
  '– with one channel of Redis': (members) => whole(processesOf(demandOf(members), false)),
  '– 99 of 100 requests within': (members) => `${throughMs(members).toFixed(1)} ms`,
  'database cores, busy': (members) => {
    const { reads, writes } = workOf(demandOf(members))
    return `${whole(reads)} reading, ${whole(writes)} writing`
  },
  '– to be had, without standby': (members) =>
    whole(deploymentFor(demandOf(members)).databaseCores),
  '– shards': (members) => whole(deploymentFor(demandOf(members)).shards),
  'what is looked at (memory)': (members) => size(storageOf(demandOf(members)).working),
  'rows that stand': (members) => size(storageOf(demandOf(members)).standing),
  '– growth in a year': (members) => size(storageOf(demandOf(members)).growth),
  'pictures in a year': (members) => size(storageOf(demandOf(members)).pictures),
  'Redis: commands/s, passed on/s': (members) => {
    const { redisCommands, redisPassedOn } = deploymentFor(demandOf(members))
    return `${whole(redisCommands)}, ${whole(redisPassedOn)}`
  },
  'sent a month': (members) => size(storageOf(demandOf(members)).sentAMonth),
}

/** Within how long 99 of 100 requests are through process and database at the peak, in ms. */
function throughMs(members: number): number {
  const demand = demandOf(members)
  const { isEmbedded, processes, databaseCores, isBusSharded, shards } = deploymentFor(demand)
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

function resourcesTable(sizes: number[]): string[] {
  const rows = Object.entries(ROWS).map(([name, cell]) => line([name, ...sizes.map(cell)]))
  return [heading(['members', ...sizes.map(whole)]), ...rows, ...costRows(sizes)]
}

function costRows(sizes: number[]): string[] {
  const costs = sizes.map((members) => costOf(demandOf(members)))
  const parts = Object.keys(costs[0] ?? {}).map((part) =>
    line([`$ a month: ${part}`, ...costs.map((cost) => whole(cost[part] ?? 0))]),
  )
  const totals = costs.map((cost) => Object.values(cost).reduce((sum, each) => sum + each, 0))
  const each = totals.map((total, index) => whole((total * 12) / (sizes[index] ?? 1)))
  return [
    ...parts,
    line(['**$ a month**', ...totals.map((total) => `**${whole(total)}**`)]),
    line(['$ a year for a member', ...each]),
  ]
}

function limitsTable(): string[] {
  const found = LIMITS.map((limit) => ({ ...limit, at: membersAt(limit) }))
  const rows = found
    .toSorted((one, other) => one.at - other.at)
    .map(({ name, at, instead }) => line([name, whole(Number(at.toPrecision(1))), instead]))
  return [heading(['gives way', 'at members', 'then']), ...rows]
}

function fanoutTable(members: number): string[] {
  const { posts } = demandOf(members)
  const { shards } = deploymentFor(demandOf(members))
  return [
    `${whole(posts / shards)} posts/s on one of ${whole(shards)} shards, one event after the other:`,
    '',
    heading(['gathered above', 'of posts', 'p50 ms', 'p99 ms', 'worst ms', 'cores busy']),
    ...GATHERED_ABOVE.map((friends) => fanoutRow(friends, posts / shards)),
  ]
}

function fanoutRow(fannedOutUpTo: number, postsPerSecond: number): string {
  const cores = MACHINES.postgresCores.value
  const result = simulateFanout({
    ...{ postsPerSecond, cores, fannedOutUpTo },
    postMicros: COSTS.post.database.value,
    entryMicros: COSTS.entry.database.value,
  })
  const isNone = fannedOutUpTo >= ASSUMED.friendsMost.value
  const times = [result.p50Ms, result.p99Ms, result.worstMs].map((ms) => ms.toFixed(1))
  return line([
    isNone ? 'none' : `${whole(fannedOutUpTo)} friends`,
    `${(result.gathered * 100).toFixed(2)} %`,
    ...times,
    (result.busy * cores).toFixed(2),
  ])
}

function assumptionsList(title: string, assumed: Record<string, Assumption>): string[] {
  const items = Object.entries(assumed).map(
    ([name, { value, unit, because }]) =>
      `- ${name}: ${value.toLocaleString('en')} ${unit} (${because})`,
  )
  return [`${title}:`, '', ...items]
}

import { ASSUMED, MACHINES } from './assumptions.ts'
import { SINGLE } from './measurements.ts'
import { type Demand, demandOf, embeddedWorkOf, storageOf, workOf } from './model.ts'
import { MAX_UTILIZATION } from './queueing.ts'
import { diskOf, processesOf, redisOf } from './resources.ts'

// Where each piece gives way, and what takes its place.

const CONNECTIONS_OF_PROCESS = 10

/** What gives way: 1 is full. */
export interface Limit {
  name: string
  instead: string
  utilization(demand: Demand): number
}

const primary = MACHINES.postgresCores.value * MAX_UTILIZATION
/** Of a primary, for a single kind of call. */
const SHARE_OF_ONE_CALL = 0.1
const rowsRead = (times: number, rows: number, { value }: { value: number }) =>
  (times * rows * value) / 1e6 / (MACHINES.postgresCores.value * SHARE_OF_ONE_CALL)

export const EMBEDDED: Limit[] = [
  {
    name: 'One process on the embedded database',
    instead: 'PostgreSQL, several processes',
    utilization: (demand) => embeddedWorkOf(demand) / MAX_UTILIZATION,
  },
  {
    name: 'One file of the embedded database, after a year',
    instead: 'PostgreSQL',
    utilization: (demand) => diskOf(demand) / MACHINES.fileSize.value,
  },
]

export const ONE_CHANNEL: Limit[] = [
  {
    name: 'One channel of Redis that every process listens to',
    instead: 'a channel for each part of the topics, subscribed to where somebody listens',
    // Half of what a process may be busy: from there on more processes hardly help.
    utilization: (demand) => workOf(demand).busWork / (MAX_UTILIZATION / 2),
  },
  {
    name: 'One Redis that counts requests and passes all on to every process',
    instead: 'several Redis, by channel and by key',
    utilization: (demand) =>
      redisOf(demand, false).cores / (MACHINES.redisCores.value * MAX_UTILIZATION),
  },
]

export const ONE_PRIMARY: Limit[] = [
  {
    name: 'One primary that only writes',
    instead: 'shards',
    utilization: (demand) => workOf(demand).writes / primary,
  },
  {
    name: 'Memory of one primary for what is looked at',
    instead: 'shards',
    utilization: (demand) => storageOf(demand).working / MACHINES.postgresMemory.value,
  },
  {
    name: 'Disk of one primary, after a year',
    instead: 'shards',
    utilization: (demand) => diskOf(demand) / MACHINES.postgresStorage.value,
  },
]

export const LIMITS: Limit[] = [
  ...EMBEDDED,
  ...ONE_CHANNEL,
  ...ONE_PRIMARY,
  {
    name: 'Searching spaces by reading them all',
    instead: 'an index of their words, as members have',
    utilization: ({ spaceSearches, members }) =>
      rowsRead(spaceSearches, spacesOf(members), SINGLE.searchedRow),
  },
  {
    name: 'Counting all members on each look at friends',
    instead: 'a count that is kept',
    utilization: ({ friendPages, members }) => rowsRead(friendPages, members, SINGLE.countedRow),
  },
  {
    name: 'Connections to one PostgreSQL, ten a process',
    instead: 'fewer a process, or a pooler in between',
    utilization: (demand) =>
      (processesOf(demand, true) * CONNECTIONS_OF_PROCESS) / MACHINES.postgresConnections.value,
  },
  {
    name: 'One primary that reads and writes',
    instead: 'read replicas',
    utilization: (demand) => (workOf(demand).reads + workOf(demand).writes) / primary,
  },
]

/** How many members fill it: each limit grows with them. */
export function membersAt({ utilization }: Limit): number {
  let [few, many] = [1, 1e12]
  while (many / few > 1.001) {
    const middle = Math.sqrt(few * many)
    if (utilization(demandOf(middle)) < 1) few = middle
    else many = middle
  }
  return few
}

function spacesOf(members: number): number {
  return (members * ASSUMED.spacesPerMember.value) / ASSUMED.membersPerSpace.value
}

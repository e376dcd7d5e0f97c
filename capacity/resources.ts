import { ASSUMED, MACHINES } from './assumptions.ts'
import { SINGLE } from './measurements.ts'
import { announcementsOf, type Demand, requestsOf, storageOf, workOf } from './model.ts'
import { MOST_BUSY, serversFor } from './queueing.ts'

// How much of each part a demand takes, as if no part had an end.

/**
 * How many processes: none is busier than it may be, nor holds more sockets. `isSharded`: an
 * announcement reaches only the processes where somebody listens. Infinite where each is busy
 * with hearing alone.
 */
export function processesOf(demand: Demand, isSharded: boolean): number {
  const { app, heardByEach } = workOf(demand)
  const bySockets = Math.ceil(demand.sockets / MACHINES.socketsPerProcess.value)
  if (isSharded)
    return Math.max(bySockets, serversFor(app + (listenedOf(demand) * SINGLE.heard.value) / 1e6))
  if (heardByEach >= MOST_BUSY) return Number.POSITIVE_INFINITY
  return Math.max(1, bySockets, Math.ceil(app / (MOST_BUSY - heardByEach)))
}

/** What Redis is asked in a second and passes on, and the work of it. */
export function redisOf(demand: Demand, isSharded: boolean) {
  const announced = announcementsOf(demand)
  const passedOn = isSharded ? listenedOf(demand) : announced * processesOf(demand, false)
  const requests = requestsOf(demand)
  const micros =
    announced * SINGLE.published.value +
    passedOn * SINGLE.passedOn.value +
    requests * SINGLE.countedByRedis.value
  return { commands: requests + announced, passedOn, cores: micros / 1e6 }
}

/** What the database takes after the first year. */
export function diskOf(demand: Demand): number {
  const { standing, growth } = storageOf(demand)
  return standing + growth
}

/** How often an announcement reaches a process: at worst each listener is at one of its own. */
function listenedOf({ entries, deliveries, smallWrites }: Demand): number {
  const watching = entries * ASSUMED.dailyShare.value * ASSUMED.onlineShare.value
  return watching + deliveries + smallWrites
}

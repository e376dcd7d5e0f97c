import { ASSUMED, MACHINES } from './assumptions.ts'
import { SINGLE } from './measurements.ts'
import { type Demand, eventsOf, requestsOf, storageOf, workOf } from './model.ts'
import { MAX_UTILIZATION, serversFor } from './queueing.ts'

// How much of each part a demand takes, as if no part had an end.

/**
 * How many processes: none is busier than it may be, nor holds more sockets. `isSharded`: an
 * event reaches only the processes where somebody listens. Infinite where each is busy
 * with the bus alone.
 */
export function processesOf(demand: Demand, isSharded: boolean): number {
  const { app, busWork } = workOf(demand)
  const bySockets = Math.ceil(demand.sockets / MACHINES.socketsPerProcess.value)
  if (isSharded)
    return Math.max(
      bySockets,
      serversFor(app + (deliveredEventsOf(demand) * SINGLE.busEvent.value) / 1e6),
    )
  if (busWork >= MAX_UTILIZATION) return Number.POSITIVE_INFINITY
  return Math.max(1, bySockets, Math.ceil(app / (MAX_UTILIZATION - busWork)))
}

/** What Redis is asked in a second and passes on, and the work of it. */
export function redisOf(demand: Demand, isSharded: boolean) {
  const events = eventsOf(demand)
  const redisDelivery = isSharded ? deliveredEventsOf(demand) : events * processesOf(demand, false)
  const requests = requestsOf(demand)
  const micros =
    events * SINGLE.redisPublish.value +
    redisDelivery * SINGLE.redisDelivery.value +
    requests * SINGLE.redisCount.value
  return { commands: requests + events, redisDelivery, cores: micros / 1e6 }
}

/** What the database takes after the first year. */
export function diskOf(demand: Demand): number {
  const { standing, growth } = storageOf(demand)
  return standing + growth
}

/** How often an event reaches a process: at worst each listener is at one of its own. */
function deliveredEventsOf({ friendsTold, deliveries, smallWrites }: Demand): number {
  const watching = friendsTold * ASSUMED.dailyShare.value * ASSUMED.onlineShare.value
  return watching + deliveries + smallWrites
}

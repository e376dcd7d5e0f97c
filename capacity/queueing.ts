// Waiting lines: how many servers a load needs so that hardly anybody waits long. Arrivals are
// taken as independent of each other (Poisson), which many people at once come close to.

/** Busier than this nobody plans to be: a wave, or one machine's loss, must find room. */
export const MAX_UTILIZATION = 0.6

/** The share of arrivals that wait where `load` (in servers' worth of work) meets `servers`. */
export function waitingShare(load: number, servers: number): number {
  if (load >= servers) return 1
  // Erlang B by its recurrence, which does not overflow, then C.
  let blocked = 1
  for (let count = 1; count <= servers; count++)
    blocked = (load * blocked) / (count + load * blocked)
  const busy = load / servers
  return blocked / (1 - busy * (1 - blocked))
}

/** Within how long 99 of 100 are through, in the unit of `service` (the mean time of one). */
export function p99ResponseTime(load: number, servers: number, service: number): number {
  if (load >= servers) return Number.POSITIVE_INFINITY
  const waits = waitingShare(load, servers)
  const longest = waits <= 0.01 ? 0 : (Math.log(waits / 0.01) * service) / (servers - load)
  return longest + service * Math.log(100)
}

/** The fewest servers that are no busier than they may be. */
export function serversFor(load: number): number {
  return Math.max(1, Math.ceil(load / MAX_UTILIZATION))
}

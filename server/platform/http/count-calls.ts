import type { Id } from '../ids.ts'
import type { Limits } from '../limits.ts'
import type { RouteLimit } from './route.ts'

/**
 * Counts one more call of a route by who calls, or refuses it (429). A route with a rule of its own
 * counts for itself.
 */
export function countCalls(limits: Limits) {
  return async (limit: RouteLimit | undefined, caller: Id | string) => {
    if (limit && 'times' in limit)
      await limits.of(limit.name, limit.times, limit.seconds).take(caller)
  }
}

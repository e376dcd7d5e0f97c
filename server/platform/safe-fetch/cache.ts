import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'

interface CacheOptions<Answer> {
  clock: Clock
  /** No more answers than this are kept; those not asked for longest go first. */
  max: number
  ttlMs(answer: Answer): number
}

/** Asks once for each key and keeps the answer for its time; what fails is asked for again. */
export function cached<Answer>(
  { clock, max, ttlMs }: CacheOptions<Answer>,
  find: (key: string) => Promise<Answer>,
): (key: string) => Promise<Answer> {
  const cache = new LRUCache<string, { answer: Answer }>({
    max,
    perf: { now: clock },
    // The clock is asked each time.
    ttlResolution: 0,
    // Whoever waits gets the answer, even if others have pushed it out of the cache meanwhile.
    ignoreFetchAbort: true,
    async fetchMethod(key, _stale, { options }) {
      const answer = await find(key)
      // The library keeps it through the last millisecond; at its end it is over.
      options.ttl = ttlMs(answer) - 1
      return { answer }
    },
  })
  return async (key) => (await cache.forceFetch(key)).answer
}

import { monitorEventLoopDelay } from 'node:perf_hooks'

// How long whoever asks waits at worst because this process is busy. Watching wakes the process
// fifty times a second, so it ends a minute after nobody looks any more.

const RESOLUTION_MS = 20
const WATCHED_FOR_MS = 60_000

const histogram = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
let end: NodeJS.Timeout | undefined

/** The longest since it was last asked, in milliseconds; null where nobody was watching. */
export function longestDelayMs(): number | null {
  clearTimeout(end)
  end = setTimeout(() => histogram.disable(), WATCHED_FOR_MS).unref()
  // Whether it was not watching yet.
  const isNew = histogram.enable()
  // It counts from one turn to the next, which are so far apart when nothing is late.
  const longest = histogram.max / 1_000_000 - RESOLUTION_MS
  const isCounted = !isNew && histogram.count > 0
  histogram.reset()
  return isCounted ? Math.max(0, Math.round(longest)) : null
}

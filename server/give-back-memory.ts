// What the runtime took for much work at once it keeps until there is as much to do again. Only
// where `cli/start.ts` started the server may the collector be asked.

const LOOK_EVERY_MS = 20_000
/** Of one processor. What 5,000 sockets take that only wait is below it. */
const QUIET_SHARE = 0.03
const WORTH_BYTES = 16 * 1024 * 1024

/**
 * A start makes far more objects than serving does, and what it took for them, and for code that
 * runs once, would stay taken by a server at rest.
 */
export function giveBackMemory(): void {
  globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
}

/**
 * Does the same each time there was much to do and there is little now, when nobody waits for the
 * moment it takes.
 */
export function giveBackWhenQuiet(): void {
  let kept = takenBytes()
  let used = process.cpuUsage()
  setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    const isQuiet = (user + system) / 1_000 < QUIET_SHARE * LOOK_EVERY_MS
    if (!isQuiet || takenBytes() - kept < WORTH_BYTES) return
    giveBackMemory()
    kept = takenBytes()
  }, LOOK_EVERY_MS).unref()
}

function takenBytes(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}

// What the runtime took for much work at once it keeps until there is as much to do again. Only
// where `cli/start.ts` started the server may the collector be asked.

const LOOK_EVERY_MS = 20_000
/** Of one processor. What 5,000 sockets take that only wait is below the quiet one. */
const BUSY_SHARE = 0.2
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
 * Does the same each time there was much to do and there is little now, when hardly anybody waits
 * for the tenth of a second it takes.
 */
export function giveBackWhenQuiet(): void {
  let kept = takenBytes()
  let used = process.cpuUsage()
  let wasBusy = false
  setInterval(() => {
    const { user, system } = process.cpuUsage(used)
    used = process.cpuUsage()
    const share = (user + system) / 1_000 / LOOK_EVERY_MS
    wasBusy ||= share > BUSY_SHARE
    if (!wasBusy || share > QUIET_SHARE || takenBytes() - kept < WORTH_BYTES) return
    giveBackMemory()
    kept = takenBytes()
    wasBusy = false
  }, LOOK_EVERY_MS).unref()
}

function takenBytes(): number {
  const { heapTotal, external } = process.memoryUsage()
  return heapTotal + external
}

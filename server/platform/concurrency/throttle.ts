/**
 * Makes few runs of many: what is asked for runs at once, and what is asked for under the same key
 * within the time after it runs once more at its end. The last one is never lost.
 */
export function createThrottle<Key>(everyMs: number) {
  const resting = new Map<Key, { timer: NodeJS.Timeout; next: (() => void) | null }>()

  function start(key: Key, work: () => void) {
    const timer = setTimeout(() => {
      const next = resting.get(key)?.next
      resting.delete(key)
      if (next) start(key, next)
    }, everyMs).unref()
    resting.set(key, { timer, next: null })
    work()
  }

  return {
    run(key: Key, work: () => void) {
      const rest = resting.get(key)
      if (rest) rest.next = work
      else start(key, work)
    },
    /** What still waits is dropped. */
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}

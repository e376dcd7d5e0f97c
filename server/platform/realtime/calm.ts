/**
 * Makes few of many: `run` happens at once, and what is asked for under the same key within the
 * time after it happens once more at its end. The last asking is never lost.
 */
export function calm(everyMs: number) {
  const resting = new Map<string, { timer: NodeJS.Timeout; next: (() => void) | null }>()

  function start(key: string, run: () => void) {
    const timer = setTimeout(() => {
      const next = resting.get(key)?.next
      resting.delete(key)
      if (next) start(key, next)
    }, everyMs)
    timer.unref()
    resting.set(key, { timer, next: null })
    run()
  }

  return {
    ask(key: string, run: () => void) {
      const rest = resting.get(key)
      if (rest) rest.next = run
      else start(key, run)
    },
    stop() {
      for (const { timer } of resting.values()) clearTimeout(timer)
      resting.clear()
    },
  }
}

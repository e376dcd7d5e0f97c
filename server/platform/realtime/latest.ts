/**
 * Reads something for a key and applies it, one read at a time for each key. Asked again while it
 * reads, it reads once more and applies only that, so that what is applied last is never older
 * than the last asking.
 */
export function latest<Value>(
  read: (key: string) => Promise<Value>,
  apply: (key: string, value: Value) => void,
) {
  const reading = new Map<string, { isAskedAgain: boolean; done: Promise<void> }>()

  async function run(key: string) {
    try {
      for (;;) {
        const value = await read(key)
        const state = reading.get(key)
        if (!state?.isAskedAgain) return apply(key, value)
        state.isAskedAgain = false
      }
    } finally {
      reading.delete(key)
    }
  }

  return {
    /** Resolves once what was true at the time of asking is applied. */
    ask(key: string): Promise<void> {
      const state = reading.get(key)
      if (state) {
        state.isAskedAgain = true
        return state.done
      }
      // The first read begins in a later turn, when this entry is there.
      const done = Promise.resolve().then(() => run(key))
      reading.set(key, { isAskedAgain: false, done })
      return done
    },
    /** Resolves once nothing is being read. */
    async settled() {
      await Promise.allSettled([...reading.values()].map(({ done }) => done))
    },
  }
}

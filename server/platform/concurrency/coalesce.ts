/**
 * Shares calls: who calls while one is under way gets the answer of the next, which begins once
 * this one is over and which all who called meanwhile share. So no answer is older than its call.
 */
export function coalesce<Answer>(call: () => Promise<Answer>): () => Promise<Answer> {
  let current: Promise<unknown> = Promise.resolve()
  let next: Promise<Answer> | undefined
  return () => {
    next ??= current.then(() => {
      next = undefined
      const answer = call()
      current = answer.catch(() => {})
      return answer
    })
    return next
  }
}

/**
 * Reads something for a key and applies it, one read at a time for each key. Requested again while
 * it reads, it reads once more and applies only that, so that what is applied last is never older
 * than the last request.
 */
export function coalescedRead<Key, Value>(
  read: (key: Key) => Promise<Value>,
  apply: (key: Key, value: Value) => void,
) {
  const reads = new Map<Key, { isStale: boolean; done: Promise<void> }>()

  async function run(key: Key) {
    try {
      for (;;) {
        const value = await read(key)
        const state = reads.get(key)
        if (!state?.isStale) return apply(key, value)
        state.isStale = false
      }
    } finally {
      reads.delete(key)
    }
  }

  return {
    /** Resolves once what was true at the time of the request is applied. */
    request(key: Key): Promise<void> {
      const state = reads.get(key)
      if (state) {
        state.isStale = true
        return state.done
      }
      // The first read begins in a later turn, when this entry is there.
      const done = Promise.resolve().then(() => run(key))
      reads.set(key, { isStale: false, done })
      return done
    },
    /** Resolves once nothing is being read. */
    async settled() {
      await Promise.allSettled([...reads.values()].map(({ done }) => done))
    },
  }
}

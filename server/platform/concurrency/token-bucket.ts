interface Bucket {
  tokens: number
  at: number
}

/** A rate limit for each key: so many at once, refilled so many a second. `clock` in ms. */
export function createTokenBucket<Key extends object>(perSecond: number, clock: () => number) {
  const buckets = new WeakMap<Key, Bucket>()
  return {
    /** False once more was taken than may be. */
    take(key: Key): boolean {
      const now = clock()
      const { tokens, at } = buckets.get(key) ?? { tokens: perSecond, at: now }
      const refilled = tokens + ((now - at) / 1_000) * perSecond
      const rest = Math.min(perSecond, refilled) - 1
      buckets.set(key, { tokens: rest, at: now })
      return rest >= 0
    },
  }
}

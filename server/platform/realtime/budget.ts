const MESSAGES_PER_SECOND = 20

interface Account {
  left: number
  at: number
}

/** How much each connection may still say: so many at once, refilled so many a second. */
export function messageBudget<One extends object>(clock: () => number) {
  const accounts = new WeakMap<One, Account>()
  return {
    /** False once more was said than may be. */
    take(one: One): boolean {
      const now = clock()
      const { left, at } = accounts.get(one) ?? { left: MESSAGES_PER_SECOND, at: now }
      const refilled = left + ((now - at) / 1_000) * MESSAGES_PER_SECOND
      const rest = Math.min(MESSAGES_PER_SECOND, refilled) - 1
      accounts.set(one, { left: rest, at: now })
      return rest >= 0
    },
  }
}

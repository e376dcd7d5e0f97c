/**
 * Counts what each has under way: `begin` returns what ends it, and throws what `refuse` makes
 * where that would be more than `max`.
 */
export function countUnderWay<Key>(max: number, refuse: () => Error): (key: Key) => () => void {
  const underWay = new Map<Key, number>()
  return (key) => {
    const count = underWay.get(key) ?? 0
    if (count >= max) throw refuse()
    underWay.set(key, count + 1)
    return () => {
      const left = (underWay.get(key) ?? 0) - 1
      if (left > 0) underWay.set(key, left)
      else underWay.delete(key)
    }
  }
}

import type { Clock } from '../clock.ts'

interface MemoryOptions<Value> {
  clock: Clock
  /** No more answers than this are kept; the oldest go first. */
  most: number
  keptMs(value: Value): number
}

/**
 * Asks for each key once and remembers the answer for its time. Who asks while an answer is on
 * its way gets the same; one that fails is asked for again.
 */
export function cached<Value>(
  { clock, most, keptMs }: MemoryOptions<Value>,
  find: (key: string) => Promise<Value>,
): (key: string) => Promise<Value> {
  const entries = new Map<string, { value: Promise<Value>; until: number }>()

  function ask(key: string): Promise<Value> {
    const entry = { value: find(key), until: Number.POSITIVE_INFINITY }
    entries.delete(key)
    entries.set(key, entry)
    const [oldest] = entries.keys()
    if (entries.size > most && oldest !== undefined) entries.delete(oldest)
    entry.value.then(
      (value) => {
        entry.until = clock() + keptMs(value)
      },
      () => {
        if (entries.get(key) === entry) entries.delete(key)
      },
    )
    return entry.value
  }

  return (key) => {
    const entry = entries.get(key)
    return entry && clock() < entry.until ? entry.value : ask(key)
  }
}

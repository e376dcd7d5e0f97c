import type { QueryExecutorProvider } from 'kysely'
import { LRUCache } from 'lru-cache'
import { changesOf, type Moment, type ReadSet, recordReads } from './changes.ts'

interface Kept<Value> {
  value: Value
  since: Moment
  set: ReadSet
}

interface KeptReadsOptions<Value> {
  maxBytes: number
  bytesOf: (value: Value) => number
}

/**
 * Answers of the database that are kept until something they were read from is written. What is
 * asked for least lately goes first.
 */
export class KeptReads<Key extends string | number, Value extends object> {
  readonly #changes
  readonly #kept: LRUCache<Key, Kept<Value>>

  constructor(db: QueryExecutorProvider, { maxBytes, bytesOf }: KeptReadsOptions<Value>) {
    this.#changes = changesOf(db)
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }) => bytesOf(value),
    })
  }

  /** What is kept and holds, as far as the last look at the changes tells. */
  find(key: Key): Value | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (this.#changes.isUnchanged(kept.since, kept.set)) return kept.value
    this.#kept.delete(key)
    return undefined
  }

  /** What holds now: kept, or else read; nothing is kept where `read` finds none. */
  async read<Found extends Value | undefined>(
    key: Key,
    read: () => Promise<Found>,
  ): Promise<Value | Found> {
    await this.#changes.look()
    const found = this.find(key)
    if (found) return found
    const since = this.#changes.now
    const { result, parts } = await recordReads(read)
    const set = this.#changes.readSet(parts)
    if (set && result) this.#kept.set(key, { value: result, since, set })
    return result
  }
}

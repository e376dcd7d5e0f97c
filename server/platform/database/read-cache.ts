import type { QueryExecutorProvider } from 'kysely'
import { LRUCache } from 'lru-cache'
import {
  type ChangeNumber,
  type ReadSet,
  recordReads,
  type TableOrColumn,
  writeTrackerOf,
} from './write-tracker.ts'

interface Kept<Value> {
  value: Value
  since: ChangeNumber
  set: ReadSet
}

export interface Reading {
  readonly since: ChangeNumber
  readonly parts: Set<TableOrColumn>
}

interface ReadCacheOptions<Value> {
  maxBytes: number
  bytesOf: (value: Value) => number
}

/** Answers of the database, kept until what they were read from is written; an LRU. */
export class ReadCache<Key extends string | number, Value extends object> {
  readonly #tracker
  readonly #kept: LRUCache<Key, Kept<Value>>

  constructor(db: QueryExecutorProvider, { maxBytes, bytesOf }: ReadCacheOptions<Value>) {
    this.#tracker = writeTrackerOf(db)
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ value }) => bytesOf(value),
    })
  }

  /** Before `find`: notes what other processes wrote. */
  refresh(): void | Promise<void> {
    return this.#tracker.refresh()
  }

  /** What is kept and holds, as far as the last refresh tells. */
  find(key: Key): Value | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (this.#tracker.isUnchanged(kept.since, kept.set)) return kept.value
    this.#kept.delete(key)
    return undefined
  }

  /** Runs what reads for a value, which then may be kept. */
  begin<Result>(work: (reading: Reading) => Result): Result {
    const reading = { since: this.#tracker.now, parts: new Set<TableOrColumn>() }
    return recordReads(reading.parts, () => work(reading))
  }

  keep({ since, parts }: Reading, key: Key, value: Value) {
    const set = this.#tracker.readSet(parts)
    if (set) this.#kept.set(key, { value, since, set })
  }

  /** What holds now: kept, or else read; nothing is kept where `read` finds none. */
  async read<Found extends Value | undefined>(
    key: Key,
    read: () => Promise<Found>,
  ): Promise<Value | Found> {
    await this.refresh()
    const found = this.find(key)
    if (found) return found
    return this.begin(async (reading) => {
      const result = await read()
      if (result) this.keep(reading, key, result)
      return result
    })
  }
}

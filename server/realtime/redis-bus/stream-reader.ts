import type { Redis } from 'ioredis'

/** How long Redis waits for an entry before it says that there is none. */
const BLOCK_MS = 1_000
const BATCH = 500
const TRY_AGAIN_MS = 1_000

export type EntryFields = Record<string, string>

interface StreamReaderOptions {
  /** A connection of its own: it waits for entries all the time. */
  redis: Redis
  key: string
  /** Adds the entry behind which reading begins. Returns its id. */
  begin: () => Promise<string>
  onEntry: (fields: EntryFields, id: string) => void
  /** What came before this moment may be unread: reading began anew. */
  onGap: () => void
  onStateChange: (canRead: boolean) => void
  /** Redis answers, and refuses. */
  onRefused: (reason: string) => void
}

/**
 * Reads a stream of Redis in order, from the moment it begins on, over a connection that may break
 * and come back. After each read the entry before it must still be there: then nothing between the
 * two was trimmed away, and Redis has not lost the stream. Else reading begins anew.
 */
export class StreamReader {
  readonly #options: StreamReaderOptions
  #lastId: string | null = null
  #canRead = false

  constructor(options: StreamReaderOptions) {
    this.#options = options
  }

  /** Resolves once it has its place in the stream, or at once where Redis is away. */
  async start() {
    const { redis } = this.#options
    redis.on('close', () => this.#setState(false))
    redis.on('ready', () => void this.#readOn())
    // Where Redis is away at the start, that is a break like any other.
    if (redis.status === 'ready')
      await this.#begin().then(
        () => void this.#readOn(),
        (error) => this.#failed(error),
      )
  }

  async #begin() {
    this.#lastId = await this.#options.begin()
    this.#setState(true)
  }

  async #readOn() {
    try {
      for (;;) {
        if (this.#lastId === null) {
          await this.#begin()
          this.#options.onGap()
        } else this.#lastId = await this.#readBehind(this.#lastId)
      }
    } catch (error) {
      this.#failed(error)
    }
  }

  /** Returns where to go on; null when something may be missing. */
  async #readBehind(id: string): Promise<string | null> {
    const { redis, key, onEntry } = this.#options
    // After a break it waits for nothing: what was lost is to be known at once.
    const wait = this.#canRead ? ['BLOCK', String(BLOCK_MS)] : []
    const replies = await redis
      .pipeline()
      .call('XREAD', 'COUNT', String(BATCH), ...wait, 'STREAMS', key, id)
      .xrange(key, id, id)
      .exec()
    for (const [error] of replies ?? []) if (error) throw error
    const [read, before] = (replies ?? []).map(([, reply]) => reply) as [ReadReply, Entry[]]
    this.#setState(true)
    if (before.length === 0) return null
    const entries = read?.[0]?.[1] ?? []
    for (const [entryId, list] of entries) onEntry(fieldsOf(list), entryId)
    return entries.at(-1)?.[0] ?? id
  }

  #failed(error: unknown) {
    this.#setState(false)
    const { redis, onRefused } = this.#options
    // A connection that is lost comes back by itself.
    if (redis.status !== 'ready') return
    onRefused(error instanceof Error ? error.message : String(error))
    setTimeout(() => redis.disconnect(true), TRY_AGAIN_MS).unref()
  }

  #setState(canRead: boolean) {
    if (canRead !== this.#canRead) this.#options.onStateChange(canRead)
    this.#canRead = canRead
  }
}

type Entry = [id: string, fields: string[]]
type ReadReply = [key: string, entries: Entry[]][] | null

function fieldsOf(list: string[]): EntryFields {
  const fields: EntryFields = {}
  for (let index = 0; index + 1 < list.length; index += 2)
    fields[list[index] ?? ''] = list[index + 1] ?? ''
  return fields
}

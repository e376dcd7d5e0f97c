interface FairQueueOptions {
  atOnce: number
  senders: number
  ofOneSender: number
}

export class QueueFullError extends Error {}

interface Waiting {
  work: () => Promise<void>
  /** Of all that names the same, one is done at a time. */
  alone: string | undefined
}

/** Work that takes turns by who asks: a crowd of one sender's keeps nobody else waiting. */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** What waits, by sender; the first sender is the next. */
  readonly #waiting = new Map<string, Waiting[]>()
  readonly #alone = new Set<string>()
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Rejects with QueueFullError at once where there is no place. */
  async run<Result>(sender: string, work: () => Promise<Result>, alone?: string): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#enter(sender, { work: () => work().then(resolve, reject), alone })
    this.#startNext()
    return promise
  }

  #enter(sender: string, asked: Waiting) {
    const { senders, ofOneSender } = this.#options
    const own = this.#waiting.get(sender)
    if (own ? own.length >= ofOneSender : this.#waiting.size >= senders) throw new QueueFullError()
    if (own) own.push(asked)
    else this.#waiting.set(sender, [asked])
  }

  #startNext() {
    const next = this.#running < this.#options.atOnce ? this.#takeNext() : undefined
    if (!next) return
    const { work, alone } = next
    this.#running++
    if (alone !== undefined) this.#alone.add(alone)
    void work().finally(() => {
      this.#running--
      if (alone !== undefined) this.#alone.delete(alone)
      this.#startNext()
    })
  }

  #takeNext(): Waiting | undefined {
    for (const [sender, own] of this.#waiting) {
      const next = own.find(({ alone }) => alone === undefined || !this.#alone.has(alone))
      if (!next) continue
      const rest = own.filter((asked) => asked !== next)
      this.#waiting.delete(sender)
      // What else they asked for waits behind everybody who waits now.
      if (rest.length > 0) this.#waiting.set(sender, rest)
      return next
    }
    return undefined
  }
}

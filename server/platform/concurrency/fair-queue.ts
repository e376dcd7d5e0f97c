interface FairQueueOptions {
  atOnce: number
  senders: number
  ofOneSender: number
}

export class QueueFullError extends Error {}

type Work = () => Promise<void>

/** Work that takes turns by who asks: a crowd of one sender's keeps nobody else waiting. */
export class FairQueue {
  readonly #options: FairQueueOptions
  /** What waits, by sender; the first sender is the next. */
  readonly #waiting = new Map<string, Work[]>()
  #running = 0

  constructor(options: FairQueueOptions) {
    this.#options = options
  }

  /** Rejects with QueueFullError at once where there is no place. */
  async run<Result>(sender: string, work: () => Promise<Result>): Promise<Result> {
    const { promise, resolve, reject } = Promise.withResolvers<Result>()
    this.#enter(sender, () => work().then(resolve, reject))
    this.#startNext()
    return promise
  }

  #enter(sender: string, work: Work) {
    const { senders, ofOneSender } = this.#options
    const own = this.#waiting.get(sender)
    if (own ? own.length >= ofOneSender : this.#waiting.size >= senders) throw new QueueFullError()
    if (own) own.push(work)
    else this.#waiting.set(sender, [work])
  }

  #startNext() {
    const [next] = this.#waiting
    if (!next || this.#running >= this.#options.atOnce) return
    const [sender, [work, ...rest]] = next
    this.#waiting.delete(sender)
    // What else they asked for waits behind everybody who waits now.
    if (rest.length > 0) this.#waiting.set(sender, rest)
    this.#running++
    void work?.().finally(() => {
      this.#running--
      this.#startNext()
    })
  }
}

interface Work {
  /** Does the next piece; false when nothing is due. */
  doNext(): Promise<boolean>
  /** Milliseconds until something is due, as far as is known. */
  dueInMs(): Promise<number>
  onError(error: unknown): void
}

/** How often it looks for work nobody woke it for, such as what another process left behind. */
const POLL_MS = 15_000
/** Another worker was quicker at what is due: look again soon, without spinning. */
const SHORTEST_PAUSE_MS = 100

/** Does all that is due, sleeps until more is due or it is woken, and does one thing at a time. */
export class Worker {
  readonly #work: Work
  #running = false
  #woken = false
  #round: Promise<void> | undefined
  #timer: NodeJS.Timeout | undefined

  constructor(work: Work) {
    this.#work = work
  }

  start() {
    this.#running = true
    this.wake()
  }

  wake() {
    if (!this.#running) return
    clearTimeout(this.#timer)
    this.#woken = true
    this.#round ??= this.#doRound()
  }

  /** Resolves once the piece in hand is done; no other is begun. */
  async stop(): Promise<void> {
    this.#running = false
    clearTimeout(this.#timer)
    await this.#round
  }

  async #doRound() {
    const pauseMs = await this.#doAllThatIsDue()
    this.#round = undefined
    // The process may end while this waits: what is due is not forgotten.
    if (this.#running) this.#timer = setTimeout(() => this.wake(), pauseMs).unref()
  }

  async #doAllThatIsDue(): Promise<number> {
    try {
      let dueInMs = POLL_MS
      // Woken meanwhile: what it was woken for may have come after the last look.
      while (this.#running && this.#woken) {
        this.#woken = false
        while (this.#running && (await this.#work.doNext()));
        dueInMs = await this.#work.dueInMs()
      }
      return Math.min(POLL_MS, Math.max(SHORTEST_PAUSE_MS, dueInMs))
    } catch (error) {
      this.#work.onError(error)
      return POLL_MS
    }
  }
}

/** One at a time; who asks first comes first. */
export class Mutex {
  #last: Promise<void> = Promise.resolve()

  /** Resolves to what gives it back, once all who asked before have given it back. */
  async lock(): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const before = this.#last
    this.#last = promise
    await before
    return resolve
  }

  /** Does this in its turn, and gives the turn back however it ends. */
  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const unlock = await this.lock()
    try {
      return await work()
    } finally {
      unlock()
    }
  }
}

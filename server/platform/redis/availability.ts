/** Whether Redis can be both read and written, and for how long it could not. */
export class Availability {
  readonly #now: () => number
  #canRead = false
  #canWrite = true
  #downSince: number

  constructor(now: () => number) {
    this.#now = now
    this.#downSince = now()
  }

  get isUp() {
    return this.#canRead && this.#canWrite
  }

  set(can: { read?: boolean; write?: boolean }) {
    const wasUp = this.isUp
    this.#canRead = can.read ?? this.#canRead
    this.#canWrite = can.write ?? this.#canWrite
    if (wasUp && !this.isUp) this.#downSince = this.#now()
  }

  /** True once in each such time while it is away. */
  isAwayFor(ms: number): boolean {
    if (this.isUp || this.#now() - this.#downSince <= ms) return false
    this.#downSince = this.#now()
    return true
  }
}

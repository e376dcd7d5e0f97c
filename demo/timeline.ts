import type { Clock } from '../server/platform/clock.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * What happened in the past, told out of order and done in order: each act with the clock at its
 * moment, so that everything the server writes down bears the right time.
 */
export class Story {
  readonly #present: number
  readonly #acts: { at: number; act: () => Promise<void> }[] = []
  #now: number

  constructor(present: number) {
    this.#present = present
    this.#now = present
  }

  /** The moment the story has come to. */
  readonly clock: Clock = () => this.#now

  /** `at` is hh:mm of a day so many days ago; of today, so many minutes ago. */
  moment(day: number, at: string): number {
    if (day === 0) return this.#present - Number(at) * MINUTE_MS
    const [hours = 0, minutes = 0] = at.split(':').map(Number)
    const midnight = this.#present - (this.#present % DAY_MS)
    return midnight - day * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  }

  /** Nothing has happened that is yet to come. */
  at(moment: number, act: () => Promise<void>) {
    this.#acts.push({ at: Math.min(moment, this.#present), act })
  }

  /** Does everything in the order of time; acts of one moment as they were told. */
  async play(progress: (done: number, total: number) => void) {
    const acts = this.#acts.toSorted((one, other) => one.at - other.at)
    for (const [index, { at, act }] of acts.entries()) {
      this.#now = at
      await act()
      progress(index + 1, acts.length)
    }
    this.#now = this.#present
  }
}

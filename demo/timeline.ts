import { DAY_MS, MINUTE_MS } from '../contract/durations.ts'
import type { Clock } from '../server/platform/clock.ts'
import type { Moment } from './content.ts'

/**
 * Events of the past, added in any order and run in the order of time, each with the clock at its
 * moment: so everything the server stores bears the right time.
 */
export class Timeline {
  readonly #present: number
  readonly #events: { at: number; run: () => Promise<unknown> }[] = []
  #now: number

  constructor(present: number) {
    this.#present = present
    this.#now = present
  }

  /** The moment the run has come to. */
  readonly clock: Clock = () => this.#now

  /** Milliseconds since the epoch. */
  timeOf(moment: Moment): number {
    if ('minutesAgo' in moment) return this.#present - moment.minutesAgo * MINUTE_MS
    const [hours = 0, minutes = 0] = moment.at.split(':').map(Number)
    const midnight = this.#present - (this.#present % DAY_MS)
    return midnight - moment.daysAgo * DAY_MS + (hours * 60 + minutes) * MINUTE_MS
  }

  /** Nothing happens later than now. */
  add(at: number, run: () => Promise<unknown>) {
    this.#events.push({ at: Math.min(at, this.#present), run })
  }

  /** Events of one moment run in the order they were added. */
  async run(progress: (done: number, total: number) => void) {
    const events = this.#events.toSorted((one, other) => one.at - other.at)
    for (const [index, { at, run }] of events.entries()) {
      this.#now = at
      await run()
      progress(index + 1, events.length)
    }
    this.#now = this.#present
  }
}

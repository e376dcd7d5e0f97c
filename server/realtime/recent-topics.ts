import type { Clock } from '../platform/clock.ts'
import type { Topic } from './bus.ts'

/** What is older than one or two of these is forgotten: who was away so long reads anew. */
const GENERATION_MS = 60_000
/** Beyond, all is forgotten early: a few megabytes. */
const TOPICS_MAX = 50_000

/**
 * When this process last heard something of a topic, for a minute or two, whoever subscribes by
 * then: so that a page that was read a moment before it subscribes learns whether it missed
 * anything.
 */
export class RecentTopics {
  readonly #clock: Clock
  #younger = new Map<Topic, number>()
  #older = new Map<Topic, number>()
  #youngerFrom: number
  /** From then on nothing is forgotten. */
  #knownFrom: number

  constructor(clock: Clock) {
    this.#clock = clock
    this.#youngerFrom = this.#knownFrom = clock()
  }

  /** Something of these topics is told now. */
  note(topics: readonly Topic[]) {
    const now = this.#age()
    for (const topic of topics) this.#younger.set(topic, now)
    if (this.#younger.size > TOPICS_MAX) this.clear()
  }

  /** Whether nothing of any of these was told from `since` (ms) on; false where it is not known. */
  hasNothingSince(topics: Iterable<Topic>, since: number): boolean {
    this.#age()
    if (since < this.#knownFrom) return false
    for (const topic of topics) {
      const last = this.#younger.get(topic) ?? this.#older.get(topic)
      if (last !== undefined && last >= since) return false
    }
    return true
  }

  /** Something may have been told that this process did not hear. */
  clear() {
    this.#younger.clear()
    this.#older.clear()
    this.#youngerFrom = this.#knownFrom = this.#clock()
  }

  /** Forgets what is old. Returns the time it is. */
  #age(): number {
    const now = this.#clock()
    const age = now - this.#youngerFrom
    if (age < GENERATION_MS) return now
    this.#older = age < 2 * GENERATION_MS ? this.#younger : new Map()
    this.#knownFrom = age < 2 * GENERATION_MS ? this.#youngerFrom : now - GENERATION_MS
    this.#younger = new Map()
    this.#youngerFrom = now
    return now
  }
}

/** A message may be under way so long, and so may news from another process. */
const UNDER_WAY_MS = 5_000

/** Whether one may have been told since `heardMsAgo` before `at`; undefined: it was not asked. */
export function wasMissed(
  recent: RecentTopics,
  topics: Iterable<Topic>,
  at: number,
  heardMsAgo: number | undefined,
): boolean | undefined {
  return heardMsAgo === undefined
    ? undefined
    : !recent.hasNothingSince(topics, at - heardMsAgo - UNDER_WAY_MS)
}

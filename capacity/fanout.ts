import { ASSUMED } from './assumptions.ts'
import { createRandom, type Random } from './random.ts'

// Posts by people with heavy-tailed numbers of friends, one event after the other: each takes a
// core of the database for as long as its entries take, and waits when none is free.

export interface FanoutOptions {
  postsPerSecond: number
  cores: number
  /** What a post takes, and each of its entries, in microseconds. */
  postMicros: number
  entryMicros: number
  /** Authors with more friends than this are not fanned out: their posts are gathered on reading. */
  fannedOutUpTo: number
}

export interface FanoutResult {
  p50Ms: number
  p99Ms: number
  worstMs: number
  busy: number
  /** The share of entries that are of the hundredth part of posts with the most. */
  entriesOfTopHundredth: number
  /** The share of posts that are gathered on reading. */
  gathered: number
}

const POSTS = 100_000
const SEED = 7

export function simulateFanout(options: FanoutOptions): FanoutResult {
  const { postsPerSecond, cores, postMicros, entryMicros, fannedOutUpTo } = options
  const random = createRandom(SEED)
  const freeAt = Array<number>(cores).fill(0)
  const through: number[] = []
  const entries: number[] = []
  let [now, worked, gathered] = [0, 0, 0]
  for (let post = 0; post < POSTS; post++) {
    now += (-Math.log(1 - random.share()) * 1e6) / postsPerSecond
    const friends = friendsOf(random)
    const isGathered = friends > fannedOutUpTo
    if (isGathered) gathered++
    const written = isGathered ? 0 : friends
    const service = postMicros + entryMicros * written
    const core = indexOfLeast(freeAt)
    const start = Math.max(now, freeAt[core] ?? 0)
    freeAt[core] = start + service
    worked += service
    entries.push(written)
    through.push(start + service - now)
  }
  through.sort((one, other) => one - other)
  const at = (share: number) => (through[Math.floor(share * (POSTS - 1))] ?? 0) / 1_000
  return {
    ...{ p50Ms: at(0.5), p99Ms: at(0.99), worstMs: at(1) },
    busy: worked / (now * cores),
    entriesOfTopHundredth: shareOfTop(entries),
    gathered: gathered / POSTS,
  }
}

const EXPONENT = ASSUMED.friendsTail.value - 1
const LEAST = leastFriends()

/** A member's number of friends: Pareto, with the assumed mean, exponent and most. */
export function friendsOf(random: Random): number {
  const drawn = LEAST / (1 - random.share()) ** (1 / EXPONENT)
  return Math.min(ASSUMED.friendsMost.value, Math.round(drawn))
}

/** From how many friends on the tail begins, so that the mean is as assumed. */
function leastFriends(): number {
  const { friendsMean, friendsMost } = ASSUMED
  let [low, high] = [1, friendsMean.value]
  for (let step = 0; step < 50; step++) {
    const least = (low + high) / 2
    const beyond = (least / friendsMost.value) ** (EXPONENT - 1)
    const mean = (least * (EXPONENT - beyond)) / (EXPONENT - 1)
    if (mean < friendsMean.value) low = least
    else high = least
  }
  return low
}

function shareOfTop(values: number[]): number {
  const sorted = values.toSorted((one, other) => other - one)
  const sum = (some: number[]) => some.reduce((total, value) => total + value, 0)
  return sum(sorted.slice(0, sorted.length / 100)) / sum(sorted)
}

function indexOfLeast(values: number[]): number {
  return values.reduce((best, value, index) => (value < (values[best] ?? 0) ? index : best), 0)
}

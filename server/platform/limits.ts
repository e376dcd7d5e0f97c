import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from './http/http-error.ts'
import type { Id } from './ids.ts'
import type { RedisConnections } from './redis.ts'

/** How often a thing may be done by one key within a window. */
export interface Limit {
  /** Answers how many that makes; throws a 429 refusal with Retry-After once the window is full. */
  take(key: Id | string): Promise<number>
  /** Takes back one that was counted: it turned out to be none of those that are limited. */
  giveBack(key: Id | string): Promise<void>
  /** How much of the window is used, without counting. */
  used(key: Id | string): Promise<number>
}

export interface Limits {
  /**
   * A limit of `times` in each window of `seconds`; the name keeps its counts apart from others'.
   */
  of(name: string, times: number, seconds: number): Limit
}

interface LimitsOptions {
  off: boolean
  redis?: RedisConnections | null
}

/** Counted over all processes with Redis, by each while that is away. `off`: never refuses. */
export function createLimits({ off, redis = null }: LimitsOptions): Limits {
  // Two routes that name the same limit share its counts.
  const known = new Map<string, Limit>()
  return {
    of(name, times, seconds) {
      if (off) return unlimited
      const limit = known.get(name) ?? counted(limiterOf(name, times, seconds, redis))
      known.set(name, limit)
      return limit
    },
  }
}

const unlimited: Limit = { take: async () => 0, giveBack: async () => {}, used: async () => 0 }

function limiterOf(name: string, times: number, seconds: number, redis: RedisConnections | null) {
  const window = { points: times, duration: seconds }
  const memory = new RateLimiterMemory({ keyPrefix: name, ...window })
  if (!redis) return memory
  return new RateLimiterRedis({
    ...window,
    storeClient: redis.commands,
    keyPrefix: `${redis.prefix}limit:${name}`,
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
  })
}

function counted(limiter: RateLimiterMemory | RateLimiterRedis): Limit {
  return {
    async take(key) {
      const state = await limiter.consume(key).catch((full: unknown) => {
        throw full instanceof RateLimiterRes ? tooMany(full.msBeforeNext) : full
      })
      return state.consumedPoints
    },
    async giveBack(key) {
      const state = await limiter.get(key)
      // Its window may be over: a credit in the next one would allow too many there.
      if (state && state.consumedPoints > 0) await limiter.reward(key)
    },
    async used(key) {
      return (await limiter.get(key))?.consumedPoints ?? 0
    },
  }
}

/** The 429 refusal. */
export function tooMany(msUntilNext: number): HttpError {
  const retryAfter = Math.max(1, Math.ceil(msUntilNext / 1_000))
  const sentence = `That was a lot at once. Please try again in ${spanOf(retryAfter)}.`
  return new HttpError('too_many_requests', sentence, { retryAfter })
}

/** Rounded up, so that whoever comes back then is let in. */
function spanOf(seconds: number): string {
  if (seconds <= 10) return 'a few seconds'
  const minutes = Math.ceil(seconds / 60)
  if (minutes < 60) return minutes === 1 ? 'a minute' : `${minutes} minutes`
  const hours = Math.ceil(seconds / 3_600)
  return hours === 1 ? 'an hour' : `${hours} hours`
}

/** Whether it refuses this one, for what is told so in another way than by the refusal. */
export async function isFull(limit: Limit, key: Id | string): Promise<boolean> {
  try {
    await limit.take(key)
    return false
  } catch (error) {
    if (error instanceof HttpError) return true
    throw error
  }
}

/**
 * Takes one, and returns what gives it back where what it was taken for is refused: else whoever is
 * refused often enough would keep others from it.
 */
export async function takeUnlessRefused(limit: Limit, key: Id | string) {
  await limit.take(key)
  return async (error: unknown): Promise<never> => {
    // What broke may have been done.
    if (error instanceof HttpError) await limit.giveBack(key)
    throw error
  }
}

/** A place in each of these windows, or in none: what a full one refuses is not counted. */
export async function takeAll(places: readonly (readonly [Limit, Id | string])[]) {
  const used: number[] = []
  for (const [index, [limit, key]] of places.entries()) {
    try {
      used.push(await limit.take(key))
    } catch (error) {
      await giveBackAll(places.slice(0, index + 1))
      throw error
    }
  }
  return used
}

export async function giveBackAll(places: readonly (readonly [Limit, Id | string])[]) {
  await Promise.all(places.map(([limit, key]) => limit.giveBack(key)))
}

/** How much more a whole network may do than one IP address of it. */
const NETWORK_TIMES = 4

/** By IP address; a whole network gets a little more than one address of it, not as much again. */
export function limitByIp(limits: Limits, name: string, times: number, seconds: number) {
  const byIp = limits.of(`${name}-address`, times, seconds)
  const byNetwork = limits.of(`${name}-network`, times * NETWORK_TIMES, seconds)
  return (ip: string) =>
    [
      [byIp, ipKey(ip)],
      [byNetwork, networkKey(ip)],
    ] as const
}

/** The IP address a limit counts by: a whole /64 for IPv6, since one home holds that many. */
export function ipKey(ip: string): string {
  return keyOfNetwork(ip, { ipv4: 32, ipv6: 64 })
}

/** The network around it: the /48 a provider gives to one customer, and the /24 for IPv4. */
export function networkKey(ip: string): string {
  return keyOfNetwork(ip, { ipv4: 24, ipv6: 48 })
}

function keyOfNetwork(ip: string, bits: { ipv4: 24 | 32; ipv6: 48 | 64 }): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) {
    if (bits.ipv4 === 32) return address.toString()
    return `${address.octets.slice(0, 3).join('.')}.0/24`
  }
  const network = address.parts.slice(0, bits.ipv6 / 16).map((part) => part.toString(16))
  return `${network.join(':')}::/${bits.ipv6}`
}

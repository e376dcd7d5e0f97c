import ipaddr from 'ipaddr.js'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import { HttpError } from './http/http-error.ts'
import type { Id } from './ids.ts'
import type { RedisConnections } from './redis/redis.ts'

/** How often a thing may be done by one key within a window. */
interface Limit {
  /** Counts one more; throws a 429 refusal with Retry-After once the window is full. */
  take(key: Id | string): Promise<void>
  /** How much of the window is used, without counting. */
  used(key: Id | string): Promise<number>
  /** Throws the 429 refusal if the window is full, without counting. */
  refuseIfFull(key: Id | string): Promise<void>
}

export interface Limits {
  /** A limit of `times` in each window of `seconds`; the name keeps its counts apart from others'. */
  of(name: string, times: number, seconds: number): Limit
}

interface LimitsOptions {
  off: boolean
  redis?: RedisConnections | null
}

const SENTENCE = 'That was a lot at once. Please wait a little and try again.'

/**
 * Limits counted in this process, or with Redis over all of them; while Redis is away each process
 * counts by itself. With `off` nothing is ever refused.
 */
export function createLimits({ off, redis = null }: LimitsOptions): Limits {
  // Two routes that name the same limit share its counts.
  const known = new Map<string, Limit>()
  return {
    of(name, times, seconds) {
      if (off) return unlimited
      const limit = known.get(name) ?? counted(limiterOf(name, times, seconds, redis), times)
      known.set(name, limit)
      return limit
    },
  }
}

const unlimited: Limit = { take: async () => {}, used: async () => 0, refuseIfFull: async () => {} }

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

function counted(limiter: RateLimiterMemory | RateLimiterRedis, times: number): Limit {
  return {
    async take(key) {
      await limiter.consume(key).catch((full: unknown) => {
        throw full instanceof RateLimiterRes ? tooMany(full) : full
      })
    },
    async used(key) {
      return (await limiter.get(key))?.consumedPoints ?? 0
    },
    async refuseIfFull(key) {
      const state = await limiter.get(key)
      if (state && state.consumedPoints >= times) throw tooMany(state)
    },
  }
}

function tooMany(state: RateLimiterRes): HttpError {
  const retryAfter = Math.max(1, Math.ceil(state.msBeforeNext / 1_000))
  return new HttpError('too_many_requests', SENTENCE, { retryAfter })
}

/** The address a limit counts by: a whole /64 for IPv6, since one home holds that many addresses. */
export function addressKey(ip: string): string {
  if (!ipaddr.isValid(ip)) return ip
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return address.toString()
  const network = address.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}

import { Redis } from 'ioredis'
import { expect, vi } from 'vitest'
import { startRedis, type TestRedis } from '../../scripts/redis.ts'
import { openTestServer, type TestServer } from '../test-server.ts'

// Two processes' worth of one community over a Redis of the test's own.

const program = process.env.SNUG_TEST_REDIS

export function openRedis(): Promise<TestRedis> {
  if (!program) throw new Error('SNUG_TEST_REDIS must name the program of a Redis or Valkey.')
  return startRedis(program)
}

export interface Choices {
  rateLimits?: boolean
}

export function openWithRedis({ url }: { url: string }, choices: Choices = {}) {
  return openTestServer({ ...choices, environment: { REDIS_URL: url } })
}

/** A second process of the server. */
export function openBeside(server: TestServer, { url }: { url: string }, choices: Choices = {}) {
  return openTestServer({ ...choices, beside: server, environment: { REDIS_URL: url } })
}

type EntryType = 'event' | 'heartbeat' | 'events-lost'

/** From now on, what the processes of this test add to the stream, each with its outcome. */
export function watchStream() {
  const { mock } = vi.spyOn(Redis.prototype, 'call')
  const added = (type: EntryType) =>
    mock.calls.flatMap((call, index) => {
      const outcome = mock.settledResults[index]?.type
      return call[0] === 'XADD' && call.includes(type) ? [outcome] : []
    })
  return {
    count: (type: EntryType, outcome: 'fulfilled' | 'rejected') =>
      added(type).filter((each) => each === outcome).length,
    /** Time passes for all processes alike: so many tries of theirs to say that they are alive. */
    async heartbeats(times: number) {
      // What got lost is said in place of one, at each try until Redis takes it.
      const tries = () => added('heartbeat').length + added('events-lost').length
      const before = tries()
      await expect.poll(tries).toBeGreaterThanOrEqual(before + times)
    },
  }
}

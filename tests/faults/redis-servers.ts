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

/** How long the work takes, and what it gives. */
export async function timed<Result>(work: () => Promise<Result>): Promise<[number, Result]> {
  const start = performance.now()
  const result = await work()
  return [performance.now() - start, result]
}

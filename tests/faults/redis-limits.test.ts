import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestRedis } from '../../scripts/redis.ts'
import { createLimits, type Limits } from '../../server/platform/limits.ts'
import { connectRedis, type RedisConnections } from '../../server/platform/redis/redis.ts'
import { redisLocks } from '../../server/platform/redis/redis-locks.ts'
import { ada } from '../people.ts'
import { form } from '../pictures.ts'
import type { TestServer } from '../test-server.ts'
import { openRedis, openWithRedis, timed } from './redis-servers.ts'

const silent = { info: () => {}, warn: () => {} }

let redis: TestRedis
let one: RedisConnections
let other: RedisConnections
beforeEach(async () => {
  redis = await openRedis()
  one = await connectRedis(redis.url, 'test:', silent)
  other = await connectRedis(redis.url, 'test:', silent)
})
afterEach(async () => {
  one.close()
  other.close()
  await redis.remove()
})

const limitsOf = (lines: RedisConnections) => createLimits({ off: false, redis: lines })
const tea = (limits: Limits) => limits.of('tea', 3, 60)

async function takeTimes(limits: Limits, times: number) {
  for (let count = 0; count < times; count++) await tea(limits).take('ada')
}

it('counts what is done in all processes together', async () => {
  const [here, there] = [limitsOf(one), limitsOf(other)]
  await takeTimes(here, 2)
  await takeTimes(there, 1)
  expect(await tea(here).used('ada')).toBe(3)
  await expect(tea(here).take('ada')).rejects.toMatchObject({ status: 429, retryAfter: 60 })
  await tea(here).take('ben')
})

it.each(['kill', 'hang'] as const)('still limits after a %s of Redis, and at once', async (end) => {
  const limits = limitsOf(one)
  await takeTimes(limits, 3)
  await redis[end]()
  const [first] = await timed(() => takeTimes(limits, 1))
  expect(first).toBeLessThan(1_000)
  const [next] = await timed(() => takeTimes(limits, 2))
  expect(next).toBeLessThan(300)
  await expect(tea(limits).take('ada')).rejects.toMatchObject({ status: 429 })
  expect(await tea(limits).used('ada')).toBeGreaterThanOrEqual(3)
  await expect(one.ping()).rejects.toThrow()
})

it('counts together again once Redis is back', async () => {
  await redis.kill()
  const [here, there] = [limitsOf(one), limitsOf(other)]
  await takeTimes(here, 1)
  await redis.start()
  await expect.poll(() => one.ping().then(() => 'back', String)).toBe('back')
  await expect.poll(() => other.ping().then(() => 'back', String)).toBe('back')
  await takeTimes(here, 2)
  await takeTimes(there, 1)
  await expect(tea(here).take('ada')).rejects.toMatchObject({ status: 429 })
})

it('gives a turn to one process in its time', async () => {
  const done: string[] = []
  const work = (name: string) => async () => void done.push(name)
  const [here, there] = [redisLocks(one), redisLocks(other)]
  await Promise.all([here('sweep', 400, work('here')), there('sweep', 400, work('there'))])
  expect(done).toHaveLength(1)
  await here('sweep', 400, work('again'))
  await here('other', 400, work('other'))
  expect(done.slice(1)).toEqual(['other'])
  await new Promise((resolve) => setTimeout(resolve, 450))
  await there('sweep', 400, work('later'))
  expect(done.slice(2)).toEqual(['later'])
})

it('gives a turn that failed to the next who asks, and does the work while Redis is away', async () => {
  const fail = () => Promise.reject(new Error('no'))
  await expect(redisLocks(one)('sweep', 60_000, fail)).rejects.toThrow('no')
  let done = 0
  const work = async () => void done++
  await redisLocks(other)('sweep', 60_000, work)
  expect(done).toBe(1)
  await redis.kill()
  await redisLocks(one)('sweep', 60_000, work)
  expect(done).toBe(2)
})

it('keeps a house answering quickly and limiting while Redis hangs', async () => {
  const server: TestServer = await openWithRedis(redis, { rateLimits: true })
  try {
    const member = await server.join(ada)
    redis.hang()
    const statuses: number[] = []
    for (let count = 0; count < 32; count++) {
      const [ms, answer] = await timed(() =>
        server.call('POST', '/posts', { as: member, body: form({ text: `Post ${count}` }) }),
      )
      expect(ms).toBeLessThan(1_000)
      statuses.push(answer.statusCode)
    }
    expect(statuses.filter((status) => status === 201).length).toBe(30)
    expect(statuses.slice(-2)).toEqual([429, 429])
    const feed = await server.call('GET', '/posts/friends', { as: member })
    expect(feed.json().posts[0].text).toBe('Post 29')
  } finally {
    redis.goOn()
    await server.close()
  }
})

import { Redis } from 'ioredis'
import { afterEach, beforeEach, expect, it, type MockInstance, vi } from 'vitest'
import type { TestRedis } from '../../scripts/redis.ts'
import { createLimits, type Limits } from '../../server/platform/limits.ts'
import { connectRedis, type RedisConnections } from '../../server/platform/redis.ts'
import { runOncePerInRedis } from '../../server/platform/run-once-per.ts'
import { ada } from '../people.ts'
import { form } from '../test-images.ts'
import type { TestServer } from '../test-server.ts'
import { openRedis, openWithRedis } from './redis-servers.ts'

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
/** What was asked, without what a connection says by itself. */
const commandsOf = ({ mock }: MockInstance<Redis['sendCommand']>) =>
  mock.calls.map(([{ name }]) => name).filter((name) => /^eval|^get$|^set$/.test(name))
const tea = (limits: Limits) => limits.of('tea', 3, 60)

async function takeTimes(limits: Limits, times: number) {
  for (let count = 0; count < times; count++) await tea(limits).take('ada')
}

it('counts what is done in all processes together', async () => {
  const [here, there] = [limitsOf(one), limitsOf(other)]
  await takeTimes(here, 2)
  await takeTimes(there, 1)
  expect(await tea(here).used('ada')).toBe(3)
  const refused = await tea(here)
    .take('ada')
    .catch((error) => error)
  expect(refused).toMatchObject({ status: 429, retryAfter: expect.any(Number) })
  // Some of the minute is over by now.
  expect(refused.retryAfter).toBeGreaterThan(50)
  expect(refused.retryAfter).toBeLessThanOrEqual(60)
  await tea(here).take('ben')
})

it('asks anew who takes writes, after a failover that ends no connection', async () => {
  const admin = new Redis(redis.url)
  const limits = limitsOf(one)
  await takeTimes(limits, 1)
  // It follows somebody from now on, and says so of each write.
  await admin.replicaof('127.0.0.1', 1)
  const hasLeft = new Promise((resolve) => one.commands.once('close', resolve))
  await takeTimes(limits, 1)
  await hasLeft
  await expect.poll(() => one.commands.status).toBe('ready')
  // Where all that is reached follows somebody, it is not asked for another each time.
  const left = vi.fn()
  one.commands.on('close', left)
  for (let count = 0; count < 5; count++) {
    await expect.poll(() => one.commands.status).toBe('ready')
    await expect(one.commands.set('tea', 'hot')).rejects.toThrow('READONLY')
  }
  expect(left.mock.calls.length).toBeLessThan(2)
  await admin.replicaof('NO', 'ONE')
  await expect.poll(() => one.commands.status).toBe('ready')
  admin.disconnect()
})

it.each(['kill', 'hang'] as const)('still limits after a %s of Redis', async (end) => {
  const limits = limitsOf(one)
  await takeTimes(limits, 3)
  await redis[end]()
  // Half a second at most is waited for an answer, and once: then nothing is asked any more.
  expect(one.commands.options.socketTimeout).toBeLessThanOrEqual(500)
  await takeTimes(limits, 1)
  await expect.poll(() => one.commands.status).not.toBe('ready')
  const asking = vi.spyOn(one.commands, 'sendCommand')
  await takeTimes(limits, 2)
  expect(commandsOf(asking)).toEqual([])
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
  const [here, there] = [runOncePerInRedis(one), runOncePerInRedis(other)]
  const anHour = 3_600_000
  await Promise.all([here('sweep', anHour, work('here')), there('sweep', anHour, work('there'))])
  expect(done).toHaveLength(1)
  await here('sweep', anHour, work('again'))
  await here('other', anHour, work('other'))
  expect(done.slice(1)).toEqual(['other'])
  // As Redis does by itself once the hour is over.
  expect(await one.commands.pttl('test:turn:sweep')).toBeGreaterThan(anHour - 10 * 60_000)
  await one.commands.pexpire('test:turn:sweep', 0)
  await there('sweep', anHour, work('later'))
  expect(done.slice(2)).toEqual(['later'])
})

it('gives a turn that failed to the next who asks, and does the work while Redis is away', async () => {
  const fail = () => Promise.reject(new Error('no'))
  await expect(runOncePerInRedis(one)('sweep', 60_000, fail)).rejects.toThrow('no')
  let done = 0
  const work = async () => void done++
  await runOncePerInRedis(other)('sweep', 60_000, work)
  expect(done).toBe(1)
  await redis.kill()
  await runOncePerInRedis(one)('sweep', 60_000, work)
  expect(done).toBe(2)
})

it('keeps a server answering and limiting while Redis hangs', async () => {
  const server: TestServer = await openWithRedis(redis, { rateLimits: true })
  try {
    const member = await server.join(ada)
    redis.hang()
    const asking = vi.spyOn(Redis.prototype, 'sendCommand')
    const statuses: number[] = []
    for (let count = 0; count < 32; count++) {
      const body = form({ text: `Post ${count}` })
      const answer = await server.call('POST', '/posts', { as: member, body })
      statuses.push(answer.statusCode)
    }
    // Only the first waits for an answer that does not come.
    expect(commandsOf(asking).length).toBeLessThanOrEqual(2)
    expect(statuses.filter((status) => status === 201).length).toBe(30)
    expect(statuses.slice(-2)).toEqual([429, 429])
    const feed = await server.call('GET', '/posts/friends', { as: member })
    expect(feed.json().posts[0].text).toBe('Post 29')
  } finally {
    redis.goOn()
    await server.close()
  }
})

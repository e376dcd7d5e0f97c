import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { TestRedis } from '../../scripts/redis.ts'
import type { Id } from '../../server/platform/ids.ts'
import type { Bus } from '../../server/platform/realtime/bus.ts'
import { openRedisBus } from '../../server/platform/realtime/redis-bus.ts'
import { connectRedis, type RedisConnections } from '../../server/platform/redis/redis.ts'
import { openRedis, timed } from './redis-servers.ts'

// The first moments of a process: what others say in them is heard, or is known to be lost.

const silent = { info: () => {}, warn: () => {} }

let redis: TestRedis
let opened: { connections: RedisConnections; bus: Bus }[]
beforeEach(async () => {
  redis = await openRedis()
  opened = []
})
afterEach(async () => {
  for (const { connections, bus } of opened) {
    await bus.close()
    connections.close()
  }
  await redis.remove()
})

async function openProcess() {
  const connections = await connectRedis(redis.url, 'test:', silent)
  const bus = await openRedisBus(connections, silent)
  const process = { connections, bus, heard: [] as Id[], news: [] as string[] }
  bus.subscribe((event) => {
    if (event.kind === 'unread-changed') process.heard.push(event.memberId)
  })
  bus.subscribeNews(({ kind }) => process.news.push(kind))
  opened.push(process)
  return process
}

const say = (bus: Bus, memberId: Id) => bus.publish({ kind: 'unread-changed', memberId })

it('notices the loss of what is said right after the start', async () => {
  const one = await openProcess()
  for (const member of [1, 2, 3]) say(one.bus, member)
  const other = await openProcess()
  one.connections.publisher.disconnect(true)
  say(one.bus, 4)
  await expect.poll(() => other.news, { timeout: 5_000 }).toContain('missed')
  expect(other.heard).toEqual([])
  say(one.bus, 5)
  await expect.poll(() => other.heard).toEqual([5])
})

it('has missed nothing of what was said before, and hears all that comes', async () => {
  const one = await openProcess()
  say(one.bus, 1)
  const [ms, other] = await timed(openProcess)
  expect(ms).toBeLessThan(1_000)
  expect(other.news).toEqual(['process-came'])
  const said = Array.from({ length: 20 }, (_, index) => index + 2)
  for (const member of said) say(one.bus, member)
  await expect.poll(() => other.heard).toEqual(said)
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  expect(other.news).toEqual(['process-came'])
  expect(one.news).toEqual(['process-came'])
})

it('starts beside others that start, and all hear each other', async () => {
  const processes = await Promise.all(Array.from({ length: 5 }, openProcess))
  for (const [index, { bus }] of processes.entries()) say(bus, index)
  for (const { heard } of processes)
    await expect.poll(() => heard.length, { timeout: 5_000 }).toBe(5)
})

it('goes on without one that hangs, and takes all of it for missed when it speaks', async () => {
  const one = await openProcess()
  say(one.bus, 1)
  const publish = vi
    .spyOn(one.connections.publisher, 'publish')
    .mockRejectedValue(new Error('It hangs.'))
  const [ms, other] = await timed(openProcess)
  expect(ms).toBeLessThan(3_000)
  publish.mockRestore()
  await expect.poll(() => other.news, { timeout: 5_000 }).toEqual(['process-came', 'missed'])
})

it('starts while Redis hangs', async () => {
  redis.hang()
  const [ms, one] = await timed(openProcess)
  redis.goOn()
  expect(ms).toBeLessThan(3_000)
  await expect.poll(() => one.news, { timeout: 10_000 }).toContain('missed')
})

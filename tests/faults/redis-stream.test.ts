import { Redis } from 'ioredis'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { TestRedis } from '../../scripts/redis.ts'
import type { Id } from '../../server/platform/ids.ts'
import { connectRedis, type RedisConnections } from '../../server/platform/redis.ts'
import type { Bus, DomainEvent } from '../../server/realtime/bus.ts'
import type { LostEventsMarker } from '../../server/realtime/redis-bus/lost-events.ts'
import { openRedisBus } from '../../server/realtime/redis-bus/redis-bus.ts'
import { openRedis, watchStream } from './redis-servers.ts'

// What processes publish over the stream is received by the others, or is known to be lost.

const silent = { info: () => {}, warn: () => {} }

let redis: TestRedis
let opened: { connections: RedisConnections; bus: Bus }[]
let mark: LostEventsMarker
beforeEach(async () => {
  redis = await openRedis()
  opened = []
  mark = openMark()
})
afterEach(async () => {
  for (const { connections, bus } of opened) {
    await bus.close()
    connections.close()
  }
  await redis.remove()
})

const KEY = 'test:events'

/** That of a database which all of them reach. */
function openMark(): LostEventsMarker {
  let value = 0
  return {
    change: async () => {
      value++
    },
    read: async () => String(value),
  }
}

async function openProcess() {
  const connections = await connectRedis(redis.url, 'test:', silent)
  const bus = await openRedisBus(connections, mark, silent)
  const process = { connections, bus, received: [] as Id[], news: [] as string[] }
  bus.subscribe((event) => {
    if (event.kind === 'unread-changed') process.received.push(event.memberId)
  })
  bus.onBusEvent(({ kind }) => process.news.push(kind))
  opened.push(process)
  return process
}

/** A connection that is nobody's. */
async function withRedis<Result>(work: (client: Redis) => Promise<Result>): Promise<Result> {
  const client = new Redis(redis.url)
  try {
    return await work(client)
  } finally {
    client.disconnect()
  }
}

const publish = (bus: Bus, memberId: Id) => bus.publish({ kind: 'unread-changed', memberId })

/** Passes time for all processes, beside that which passes by itself. */
function movableClock() {
  let aheadMs = 0
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs)
  return {
    pass(ms: number) {
      aheadMs += ms
    },
  }
}

it('notices the loss of what is published right after the start', async () => {
  const one = await openProcess()
  for (const member of [1, 2, 3]) publish(one.bus, member)
  const other = await openProcess()
  one.connections.publisher.disconnect(true)
  publish(one.bus, 4)
  await expect.poll(() => other.news).toContain('missed')
  expect(other.received).toEqual([])
  publish(one.bus, 5)
  await expect.poll(() => other.received).toEqual([5])
})

it('has missed nothing of what was published before, and receives all that comes', async () => {
  const one = await openProcess()
  publish(one.bus, 1)
  // It opens because Redis answers, not because it has waited long enough for one that does not.
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const other = await openProcess()
  vi.useRealTimers()
  await expect.poll(() => other.news).toEqual(['process-came'])
  const members = Array.from({ length: 20 }, (_, index) => index + 2)
  for (const member of members) publish(one.bus, member)
  await expect.poll(() => other.received).toEqual(members)
  await watchStream().heartbeats(5)
  expect(other.news).toEqual(['process-came'])
  expect(one.news).toEqual(['process-came'])
})

it('starts beside others that start, and all receive from each other', async () => {
  const processes = await Promise.all(Array.from({ length: 5 }, openProcess))
  for (const [index, { bus }] of processes.entries()) publish(bus, index)
  for (const { received } of processes) await expect.poll(() => received.length).toBe(5)
})

it('tells the others once it can that they missed what Redis did not take', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  const call = vi.spyOn(one.connections.publisher, 'call').mockRejectedValue(new Error('MISCONF'))
  publish(one.bus, 4)
  await expect.poll(() => call.mock.calls.length).toBeGreaterThan(3)
  expect(other.news).not.toContain('missed')
  call.mockRestore()
  await expect.poll(() => other.news).toContain('missed')
  expect([other.received, one.received, one.news]).toEqual([[], [4], ['process-came']])
})

it('reads on in order after a break that lost nothing, and takes nothing for missed', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  other.connections.subscriber.disconnect(true)
  const members = Array.from({ length: 20 }, (_, index) => index + 2)
  for (const member of members) publish(one.bus, member)
  await expect.poll(() => other.received).toEqual(members)
  await watchStream().heartbeats(4)
  expect(other.news).toEqual(['process-came'])
})

it('has missed what was trimmed away before it was read', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  other.connections.subscriber.disconnect(true)
  publish(one.bus, 1)
  // Right behind it: the reader may be there again at any time.
  await one.connections.publisher.xtrim(KEY, 'MAXLEN', 0)
  await expect.poll(() => other.news).toContain('missed')
  publish(one.bus, 2)
  await expect.poll(() => other.received.at(-1)).toBe(2)
})

it('notices that the stream is gone although nobody publishes', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  await withRedis((client) => client.del(KEY))
  for (const { news } of [one, other]) await expect.poll(() => news).toContain('missed')
  publish(one.bus, 1)
  await expect.poll(() => other.received).toEqual([1])
})

it('takes a process that falls silent for gone, and for one that had more to say', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  await watchStream().heartbeats(4)
  expect(other.news).toEqual(['process-came'])
  one.connections.close()
  await expect.poll(() => other.news).toEqual(['process-came', 'process-left', 'missed'])
})

describe('a process that falls silent while Redis is away', () => {
  async function openBoth() {
    const [one, other] = [await openProcess(), await openProcess()]
    await expect.poll(() => other.news).toEqual(['process-came'])
    await expect.poll(() => one.news).toEqual(['process-came'])
    const clock = movableClock()
    const stream = watchStream()
    /** Redis is away for longer than a process may be silent. */
    async function outlast(meanwhile = () => {}, hearing = [other]) {
      const { publisher } = other.connections
      const cut = new Promise<void>((resolve) => publisher.once('close', () => resolve()))
      redis.hang()
      meanwhile()
      await cut
      clock.pass(11_000)
      for (const { news } of hearing)
        await expect.poll(() => news).toEqual(['process-came', 'process-left'])
      redis.goOn()
      const before = stream.count('heartbeat', 'fulfilled')
      await expect.poll(() => stream.count('heartbeat', 'fulfilled')).toBeGreaterThan(before + 3)
      clock.pass(6_000)
    }
    return { one, other, stream, outlast }
  }

  it('may have ended with something to say, which is asked for once Redis is back', async () => {
    const { one, other, outlast } = await openBoth()
    await outlast(() => one.connections.close())
    await expect.poll(() => other.news).toEqual(['process-came', 'process-left', 'missed'])
  })

  it('says by itself what it lost where it is heard again, and nobody asks', async () => {
    const { one, other, stream, outlast } = await openBoth()
    await outlast(undefined, [one, other])
    const came = ['process-came', 'process-left', 'process-came']
    for (const { news } of [one, other]) await expect.poll(() => news).toEqual(came)
    await stream.heartbeats(6)
    for (const { news } of [one, other]) expect(news).toEqual(came)
  })
})

it('learns from the database what a process lost that alone cannot reach Redis', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  await expect.poll(() => other.news).toEqual(['process-came'])
  const clock = movableClock()
  vi.spyOn(one.connections.publisher, 'call').mockRejectedValue(new Error('unreachable'))
  const stream = watchStream()
  const lost = (event: DomainEvent) => one.bus.publish(event)
  clock.pass(11_000)
  await expect.poll(() => other.news).toEqual(['process-came', 'process-left', 'missed'])
  const later = () => other.news.slice(3)
  for (let time = 1; time <= 2; time++) {
    const before = await mark.read()
    lost({ kind: 'unread-changed', memberId: 1 })
    await expect.poll(mark.read).not.toBe(before)
    expect(later()).toHaveLength(time - 1)
    clock.pass(31_000)
    await expect.poll(later).toHaveLength(time)
  }
  // Nobody comes back for what is told again by itself.
  lost({ kind: 'presence-request' })
  await stream.heartbeats(4)
  clock.pass(31_000)
  await stream.heartbeats(6)
  expect(later()).toEqual(['missed', 'missed'])
})

it('is told by a process that leaves what it lost right before', async () => {
  const [one, other] = [await openProcess(), await openProcess()]
  vi.spyOn(one.connections.publisher, 'call').mockRejectedValueOnce(new Error('busy'))
  publish(one.bus, 1)
  await new Promise(setImmediate)
  await one.bus.close()
  one.connections.close()
  await expect.poll(() => other.news).toEqual(['process-came', 'process-left', 'missed'])
  expect(await mark.read()).toBe('0')
})

it('learns from the database what was lost by one that came and went while Redis hung', async () => {
  const other = await openProcess()
  const clock = movableClock()
  redis.hang()
  const one = await openProcess()
  publish(one.bus, 1)
  await one.bus.close()
  one.connections.close()
  expect(await mark.read()).toBe('1')
  redis.goOn()
  const stream = watchStream()
  await expect.poll(() => stream.count('heartbeat', 'fulfilled')).toBeGreaterThan(2)
  expect(other.news).toEqual([])
  clock.pass(31_000)
  await expect.poll(() => other.news).toEqual(['missed'])
})

it('keeps nothing in Redis for longer than a minute', async () => {
  await withRedis((client) => client.xadd(KEY, `${Date.now() - 61_000}-0`, 'from', 'x'))
  await openProcess()
  const left = () => withRedis((client) => client.xrange(KEY, '-', '+', 'COUNT', 1))
  await expect.poll(async () => String(await left())).not.toContain('from,x')
})

it('receives what a process published right before it left, as the command line does', async () => {
  const other = await openProcess()
  const one = await openProcess()
  publish(one.bus, 1)
  await one.bus.close()
  one.connections.close()
  await expect.poll(() => other.received).toEqual([1])
  await expect.poll(() => other.news).toEqual(['process-came', 'process-left'])
})

it('starts while Redis hangs', async () => {
  redis.hang()
  const one = await openProcess()
  redis.goOn()
  await expect.poll(() => one.news).toContain('missed')
})

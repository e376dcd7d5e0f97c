import { Redis } from 'ioredis'
import { newId } from '../server/platform/ids.ts'
import { type CpuUsage, usedPerCall } from './cpu-usage.ts'
import { print } from './table.ts'

// What an event on the bus costs a process on which nobody listens for it: every process receives
// all of them, so this bounds how many processes there can be.

const EVENTS = 20_000
const AT_ONCE = 200
const TOPICS = [1, 500]
/** One process of one server, two of the other. */
const LISTENING_PROCESSES = 3

export async function measureBusCost(redisUrl: string, read: () => CpuUsage) {
  const redis = new Redis(redisUrl)
  const streams = await redis.keys('snug:*:events')
  const before = read()
  for (const topics of TOPICS) {
    const { app, redis: passing } = await cost(redis, streams, read, topics)
    print(
      `An event of another process, ${topics} topics: ${app.toFixed(1)} µs to receive it, ` +
        `${passing.toFixed(1)} µs of Redis to pass it on to each.`,
    )
  }
  redis.disconnect()
  if (read().app === before.app) throw new Error('Nothing received the events.')
}

async function cost(redis: Redis, streams: string[], read: () => CpuUsage, topics: number) {
  const from = newId()
  const count = AT_ONCE * Math.ceil(EVENTS / AT_ONCE / Math.sqrt(topics))
  const event = {
    kind: 'broadcast',
    topics: Array.from({ length: topics }, () => `feed:${newId()}`),
    event: { type: 'new_posts', feed: 'friends' },
  }
  const before = read()
  for (let published = 0; published < count; published += AT_ONCE) {
    const entry = ['from', from, 'type', 'event', 'event', JSON.stringify(event)]
    await Promise.all(
      streams.flatMap((stream) =>
        Array.from({ length: AT_ONCE }, () =>
          redis.xadd(stream, 'MAXLEN', '~', 10_000, '*', ...entry),
        ),
      ),
    )
  }
  // What is still on its way arrives.
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const stream of streams) await redis.xadd(stream, '*', 'from', from, 'type', 'leave')
  const { app, redis: passed } = usedPerCall(before, read(), count)
  return { app, redis: passed / LISTENING_PROCESSES }
}

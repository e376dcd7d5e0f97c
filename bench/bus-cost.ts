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

/** `channel` is the one of the server that `read` measures. */
export async function measureBusCost(redisUrl: string, read: () => CpuUsage) {
  const redis = new Redis(redisUrl)
  const channels = (await redis.pubsub('CHANNELS', '*bus')) as string[]
  const before = read()
  for (const topics of TOPICS) {
    const { app, redis: passing } = await cost(redis, channels, read, topics)
    print(
      `An event of another process, ${topics} topics: ${app.toFixed(1)} µs to receive it, ` +
        `${passing.toFixed(1)} µs of Redis to pass it on to each.`,
    )
  }
  redis.disconnect()
  if (read().app === before.app) throw new Error('Nothing received the events.')
}

async function cost(redis: Redis, channels: string[], read: () => CpuUsage, topics: number) {
  const from = newId()
  const count = AT_ONCE * Math.ceil(EVENTS / AT_ONCE / Math.sqrt(topics))
  const event = {
    kind: 'broadcast',
    topics: Array.from({ length: topics }, () => `feed:${newId()}`),
    event: { type: 'new_posts', feed: 'friends' },
  }
  const before = read()
  for (let number = 1; number <= count; number += AT_ONCE) {
    const said = Array.from({ length: AT_ONCE }, (_, index) => number + index)
    const texts = said.map((each) => JSON.stringify({ from, number: each, event }))
    await Promise.all(
      channels.flatMap((channel) => texts.map((text) => redis.publish(channel, text))),
    )
  }
  // What is still on its way arrives.
  await new Promise((resolve) => setTimeout(resolve, 500))
  for (const channel of channels)
    await redis.publish(channel, JSON.stringify({ from, number: count, isLast: true }))
  const { app, redis: passed } = usedPerCall(before, read(), count)
  return { app, redis: passed / LISTENING_PROCESSES }
}

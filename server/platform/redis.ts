import { Redis } from 'ioredis'
import type { Log } from './log.ts'

// The connections to Redis. It carries what may be lost: counts of limits, whose turn it is, and
// what is published between processes. Nobody waits for a Redis that does not answer: a command
// fails within half a second, and while the connection is down at once. It comes back by itself.

/** A count or a lock is waited for, and a member with it; what is published is not. */
const COMMAND_WITHIN_MS = 400
const PUBLISH_WITHIN_MS = 3_000
const CONNECT_WITHIN_MS = 2_000
const LONGEST_WAIT_MS = 1_000
/** How long a start waits for Redis before it goes on without. */
const START_WITHOUT_AFTER_MS = 2_000

export interface RedisConnections {
  /** Begins every key and channel of ours, so that two communities can share one Redis. */
  prefix: string
  commands: Redis
  publisher: Redis
  /** Only ever subscribes. */
  subscriber: Redis
  /** Throws when Redis does not answer. */
  ping(): Promise<void>
  close(): void
}

/** Resolves once Redis answers, or after two seconds: whoever uses it can go on without. */
export async function connectRedis(
  url: string,
  prefix: string,
  log: Log<'info' | 'warn'>,
): Promise<RedisConnections> {
  const commands = open(url, COMMAND_WITHIN_MS)
  const publisher = open(url, PUBLISH_WITHIN_MS)
  const subscriber = open(url, PUBLISH_WITHIN_MS)
  const all = [commands, publisher, subscriber]
  const state = follow(commands, url, log)
  // What goes wrong is seen by whoever asked; an error nobody listens to would be printed.
  for (const redis of all) redis.on('error', () => {})
  await Promise.race([Promise.all(all.map(ready)), wait(START_WITHOUT_AFTER_MS)])
  return {
    prefix,
    commands,
    publisher,
    subscriber,
    async ping() {
      if (commands.status !== 'ready') throw new Error(state.reason)
      await commands.ping()
    },
    close() {
      state.stop()
      for (const redis of all) redis.disconnect()
    },
  }
}

function open(url: string, answerWithinMs: number): Redis {
  let leftAt = Number.NEGATIVE_INFINITY
  return new Redis(url, {
    protocol: 2,
    disableClientInfo: true,
    connectTimeout: CONNECT_WITHIN_MS,
    socketTimeout: answerWithinMs,
    // What could not be said at once is not said later: by then it would be old.
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    autoResubscribe: false,
    maxRetriesPerRequest: 0,
    // After a failover that ends no connection, this is one to a server that follows another now.
    // In a script's error other words come first. Each reconnection writes at once, so where all
    // lead to such a server they would come without a pause.
    reconnectOnError(error) {
      const now = performance.now()
      if (!error.message.includes('READONLY') || now - leftAt < LONGEST_WAIT_MS) return false
      leftAt = now
      return true
    },
    retryStrategy: (times) => Math.random() * Math.min(LONGEST_WAIT_MS, 50 * 2 ** times),
  })
}

/** Logs once when it goes and once when it comes back. */
function follow(redis: Redis, url: string, log: Log<'info' | 'warn'>) {
  const where = URL.parse(url)?.host ?? 'REDIS_URL'
  let isAway = false
  let isStopped = false
  let reason = 'Redis does not answer.'
  redis.on('error', (error) => {
    // The message only: the error itself may hold the password.
    reason = error.message
  })
  redis.on('ready', () => {
    if (isAway) log.info({}, `Redis at ${where} is back`)
    isAway = false
  })
  redis.on('close', () => {
    if (!isAway && !isStopped)
      log.warn(
        {},
        `Redis at ${where} is away (${reason}): it is served without, and asked again all the while`,
      )
    isAway = true
  })
  return {
    get reason() {
      return reason
    },
    stop() {
      isStopped = true
    },
  }
}

function ready(redis: Redis): Promise<void> {
  if (redis.status === 'ready') return Promise.resolve()
  return new Promise((resolve) => redis.once('ready', () => resolve()))
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref())
}

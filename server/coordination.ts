import type { Kysely } from 'kysely'
import { narrowTables } from './platform/database/narrow-tables.ts'
import type { Log } from './platform/log.ts'
import type { RedisConnections } from './platform/redis.ts'
import { type RunOncePer, runAlways, runOncePerInRedis } from './platform/run-once-per.ts'
import type { ServerKeys, ServerStateTables } from './platform/server-keys.ts'
import { type Bus, LocalBus } from './realtime/bus.ts'
import { lostEventsMarkerIn } from './realtime/redis-bus/lost-events.ts'

export interface Coordination {
  redis: RedisConnections | null
  bus: Bus
  runOncePer: RunOncePer
  close(): Promise<void>
}

/** With Redis for several processes, else for this one alone. */
export async function openCoordination<S extends ServerStateTables>(
  { redisUrl }: { redisUrl: string | null },
  db: Kysely<S>,
  keys: ServerKeys,
  log: Log<'info' | 'warn'>,
): Promise<Coordination> {
  if (redisUrl === null)
    return { redis: null, bus: new LocalBus(), runOncePer: runAlways, close: async () => {} }
  // Not even loaded where nobody uses it.
  const [{ connectRedis }, { openRedisBus }] = await Promise.all([
    import('./platform/redis.ts'),
    import('./realtime/redis-bus/redis-bus.ts'),
  ])
  const redis = await connectRedis(redisUrl, prefixOf(keys), log)
  const bus = await openRedisBus(
    redis,
    lostEventsMarkerIn(narrowTables<ServerStateTables, S>(db)),
    log,
  )
  return {
    redis,
    bus,
    runOncePer: runOncePerInRedis(redis),
    async close() {
      await bus.close()
      redis.close()
    },
  }
}

/** Two communities may share one Redis; the name tells nothing of the secret it is made of. */
function prefixOf(keys: ServerKeys): string {
  return `snug:${keys('redis prefix').toString('hex').slice(0, 16)}:`
}

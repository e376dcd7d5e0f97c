import { DATABASE_COPIES, MACHINES, PRICES } from './assumptions.ts'
import { EMBEDDED, ONE_CHANNEL, ONE_PRIMARY } from './limits.ts'
import { type Demand, storageOf, workOf } from './model.ts'
import { MAX_UTILIZATION, serversFor } from './queueing.ts'
import { diskOf, processesOf, redisOf } from './resources.ts'

export interface Deployment {
  isEmbedded: boolean
  processes: number
  /** Events reach only the processes where somebody listens. */
  isBusSharded: boolean
  shards: number
  /** Of all shards, without their standbys: as many as the work or the memory asks for. */
  databaseCores: number
  redisCores: number
  /** In a second: what Redis is asked, and what it passes on to processes. */
  redisCommands: number
  redisDeliveries: number
}

export function deploymentFor(demand: Demand): Deployment {
  const { reads, writes } = workOf(demand)
  const { working } = storageOf(demand)
  const isEmbedded = EMBEDDED.every((limit) => limit.utilization(demand) < 1)
  const isBusSharded = ONE_CHANNEL.some((limit) => limit.utilization(demand) > 1)
  const shards = Math.ceil(Math.max(...ONE_PRIMARY.map((limit) => limit.utilization(demand))))
  const ofShard = Math.max(
    serversFor((reads + writes) / shards),
    Math.ceil(working / shards / MACHINES.memoryOfCore.value),
  )
  const redis = redisOf(demand, isBusSharded)
  return {
    ...{ isEmbedded, isBusSharded, shards },
    processes: processesOf(demand, isBusSharded),
    databaseCores: isEmbedded ? 0 : ofShard * shards,
    redisCores: isEmbedded ? 0 : Math.ceil(redis.cores / MAX_UTILIZATION),
    redisCommands: isEmbedded ? 0 : redis.commands,
    redisDeliveries: isEmbedded ? 0 : redis.redisDelivery,
  }
}

/** US dollars a month, by what they are for. */
export function costOf(demand: Demand): Record<string, number> {
  const { processes, databaseCores, redisCores } = deploymentFor(demand)
  const { images, sentAMonth } = storageOf(demand)
  const gigabytes = (bytes: number) => bytes / 1e9
  return {
    'app cores': processes * PRICES.appCore.value,
    'database cores': databaseCores * DATABASE_COPIES * PRICES.databaseCore.value,
    Redis: redisCores * PRICES.redisCore.value,
    'database disk': gigabytes(diskOf(demand)) * DATABASE_COPIES * PRICES.diskGigabyte.value,
    images: gigabytes(images) * PRICES.objectGigabyte.value,
    'what is sent': gigabytes(sentAMonth) * PRICES.sentGigabyte.value,
  }
}

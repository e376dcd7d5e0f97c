import { createLimits } from '../server/platform/limits.ts'
import { connectRedis } from '../server/platform/redis.ts'
import { type CpuUsage, usedPerCall } from './cpu-usage.ts'
import { print } from './table.ts'

// What it costs to count a request in Redis, which every request is. The servers that are measured
// run without limits, since one member asks for everything.

const COUNTED = 20_000
const AT_ONCE = 8

export async function measureRateLimitCost(redisUrl: string, read: () => CpuUsage) {
  const quiet = { info: () => {}, warn: () => {} }
  const redis = await connectRedis(redisUrl, 'bench:', quiet)
  const limit = createLimits({ off: false, redis }).of('general', COUNTED + AT_ONCE, 600)
  const before = read()
  const used = process.cpuUsage()
  const counter = async () => {
    for (let count = 0; count < COUNTED / AT_ONCE; count++) await limit.take('member')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, counter))
  const { user, system } = process.cpuUsage(used)
  const app = (user + system) / COUNTED
  const passed = usedPerCall(before, read(), COUNTED).redis
  if ((await limit.used('member')) !== COUNTED) throw new Error('Redis did not count.')
  redis.close()
  print(`A request counted: ${app.toFixed(1)} µs of the process, ${passed.toFixed(1)} µs of Redis.`)
}

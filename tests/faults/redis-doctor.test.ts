import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { TestRedis } from '../../scripts/redis.ts'
import { snug } from '../commands.ts'
import { openRedis } from './redis-servers.ts'

let dataDir: string
let redis: TestRedis
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snug-doctor-'))
  redis = await openRedis()
})
afterEach(async () => {
  await redis.remove()
  await rm(dataDir, { recursive: true })
})

async function lineOfDoctor(url: string): Promise<string> {
  const { out } = await snug(['doctor'], { DATA_DIR: dataDir, REDIS_URL: url })
  expect(out).not.toContain('geheim')
  return out.split('\n').find((line) => line.includes('Redis: ')) ?? ''
}

it('asks Redis, and says what is wrong with it', async () => {
  const { host } = new URL(redis.url)
  expect(await lineOfDoctor(redis.url)).toBe(`ok       Redis: ${host} answers`)
  // A password where none is asked for is refused as a wrong one is.
  expect(await lineOfDoctor(`redis://ada:geheim@${host}`)).toMatch(
    /^problem +Redis: .+ cannot be used: WRONGPASS/,
  )
  redis.hang()
  expect(await lineOfDoctor(redis.url)).toMatch(/^problem +Redis: /)
  redis.goOn()
  await redis.kill()
  expect(await lineOfDoctor(redis.url)).toMatch(/^problem +Redis: .+ ECONNREFUSED/)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { snug } from '../commands.ts'
import { startS3, type TestS3 } from './s3-server.ts'

let dataDir: string
let s3: TestS3
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'snug-doctor-'))
  s3 = await startS3()
})
afterEach(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

async function lineOfDoctor(more: Record<string, string> = {}): Promise<string> {
  const environment = { DATA_DIR: dataDir, ...s3.environment, ...more }
  const { out } = await snug(['doctor'], environment)
  expect(out).not.toContain('geheim')
  return out.split('\n').find((line) => line.includes('S3: ')) ?? ''
}

it('keeps, reads and removes a file of the bucket, and says what is wrong with it', async () => {
  const before = s3.calls
  expect(await lineOfDoctor()).toMatch(/^ok +S3: pictures at 127\.0\.0\.1:\d+ keeps, shows and/)
  expect(s3.calls).toBe(before + 3)
  expect(await lineOfDoctor({ S3_BUCKET: 'elsewhere' })).toMatch(/^problem +S3: elsewhere at /)
  expect(await lineOfDoctor({ S3_SECRET_ACCESS_KEY: 'geheim' })).toMatch(/^problem +S3: /)
  s3.set('refusing')
  expect(await lineOfDoctor()).toMatch(/^problem +S3: pictures at .+ cannot be used: /)
})

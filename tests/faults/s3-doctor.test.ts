import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import { createS3Files } from '../../server/platform/files/s3-files.ts'
import { postWithImage } from '../actions/post-actions.ts'
import { snug } from '../commands.ts'
import { ada } from '../people.ts'
import { openTestServer } from '../test-server.ts'
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

async function lineOfDoctor(more: Record<string, string> = {}, name = 'S3'): Promise<string> {
  const environment = { DATA_DIR: dataDir, ...s3.environment, ...more }
  const { out } = await snug(['doctor'], environment)
  expect(out).not.toContain('geheim')
  return out.split('\n').find((line) => line.includes(`${name}: `)) ?? ''
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

it('looks in the bucket for the file of every picture, and for files of none', async () => {
  const server = await openTestServer({ environment: s3.environment })
  onTestFinished(() => server.close())
  await postWithImage(server, await server.join(ada))
  const { dataDir: folder, databaseUrl } = server.database
  const here = { DATA_DIR: folder, DATABASE_URL: databaseUrl ?? '' }
  const images = () => lineOfDoctor(here, 'pictures')
  const files = createS3Files(s3.settings, { info() {}, warn() {} })
  expect(await images()).toMatch(/^ok +pictures: 1, each with its files$/)

  const stray = 'link/0199a6c2-8f1e-7c3a-9d52-3f6b1f0c77ab/960.webp'
  await files.put(stray, Buffer.from('bytes'))
  expect(await images()).toMatch(/^ok +pictures: 1, each/)
  await s3.backdate(stray, 2 * HOUR_MS)
  expect(await images()).toMatch(/^problem +pictures: 1 files belong to nothing/)

  const [kept = ''] = (await s3.keys('post/')).filter((name) => name.endsWith('_object'))
  await files.remove([kept.replace('._S3rver_object', '')])
  expect(await images()).toMatch(
    /^problem +pictures: 1 files are missing\..+ former versions, or take the S3_ settings away where they lie in DATA_DIR\/images\./,
  )
  s3.set('refusing')
  expect(await images()).toMatch(/^problem +pictures: the bucket does not say which it holds: /)
})

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PutObjectCommand } from '@aws-sdk/client-s3'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { countStrayObjects } from '../../cli/doctor/stray-objects.ts'
import { HOUR_MS } from '../../contract/durations.ts'
import { clientOf } from '../../server/platform/files/s3-files.ts'
import { snug } from '../commands.ts'
import { openFileDatabase } from './database-servers.ts'
import { startS3, type TestS3 } from './s3-server.ts'

// What the doctor finds in a bucket beside what PostgreSQL knows of.

const database = openFileDatabase()
let s3: TestS3
let dataDir: string
beforeAll(async () => {
  s3 = await startS3()
  dataDir = await mkdtemp(join(tmpdir(), 'snug-doctor-'))
  await snug(['migrate'], { DATA_DIR: dataDir, DATABASE_URL: database.url })
})
afterAll(async () => {
  await s3.close()
  await rm(dataDir, { recursive: true })
})

it('a file that is called like no picture belongs to nothing', async () => {
  const foreign = { Bucket: s3.settings.bucket, Key: 'post/readme.txt', Body: 'bytes' }
  await clientOf(s3.settings).send(new PutObjectCommand(foreign))
  await s3.backdate('post/readme.txt', 2 * HOUR_MS)
  expect(await countStrayObjects(database.db, s3.settings)).toEqual({
    ...{ images: 0, missingFiles: 0, unknownFiles: 1 },
  })
})

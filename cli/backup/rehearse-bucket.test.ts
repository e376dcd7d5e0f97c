import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createS3Files } from '../../server/platform/files/s3-files.ts'
import { postWithImage } from '../../tests/actions/post-actions.ts'
import { snug } from '../../tests/commands.ts'
import { startS3, type TestS3 } from '../../tests/faults/s3-server.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'

// Where pictures are in a bucket, a backup is good only while they still are.

let folder: string
let s3: TestS3
let server: TestServer
let member: Member
let environment: Record<string, string>
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-bucket-'))
  s3 = await startS3()
  server = await openTestServer({ environment: s3.environment })
  member = await server.join(ada)
  const { dataDir, databaseUrl } = server.database
  environment = { ...s3.environment, DATA_DIR: dataDir, DATABASE_URL: databaseUrl ?? '' }
})
afterEach(async () => {
  await server.close()
  await s3.close()
  await rm(folder, { recursive: true, force: true })
})

const backup = () => join(folder, 'backup.tar')
const rehearse = (more: Record<string, string> = {}) =>
  snug(['rehearse', backup()], { ...environment, ...more })
/** Of the pictures of posts. */
async function keysInBucket(): Promise<string[]> {
  const files = await s3.keys('post/')
  const objects = files.filter((name) => name.endsWith('object'))
  return objects.map((name) => name.replace('._S3rver_object', ''))
}
const removeFromBucket = (keys: string[]) =>
  createS3Files(s3.settings, { info() {}, warn() {} }).remove(keys)

it('a rehearsal looks for the pictures there, and tells lost ones from those that members removed', async () => {
  const removed = await postWithImage(server, member, 'Removed later')
  const before = await keysInBucket()
  await postWithImage(server, member, 'Kept')
  const all = await keysInBucket()
  expect((await snug(['backup', backup()], environment)).code).toBe(0)
  const whole = await rehearse()
  expect([whole.code, whole.err]).toEqual([0, ''])
  expect(whole.out).toContain(`and ${all.length} picture files in the bucket were there`)

  const gone = await server.call('DELETE', `/posts/${removed._id}`, { as: member })
  expect(gone.statusCode).toBe(200)
  await removeFromBucket(before)
  expect(await rehearse()).toMatchObject({
    code: 0,
    out: expect.stringMatching(
      new RegExp(` ${all.length - before.length} picture files? in the bucket were there`),
    ),
    err: expect.stringMatching(/^\d+ picture files? (was|were) removed from the bucket since\./),
  })

  const [lost = ''] = all.filter((key) => !before.includes(key))
  await removeFromBucket([lost])
  expect(await rehearse()).toMatchObject({
    ...{ code: 1, err: '1 picture file of pictures that are shown today is not in the bucket.' },
  })
})

it('a rehearsal without the community counts what is missing as lost, and says where it could not look', async () => {
  await postWithImage(server, member)
  const keys = await keysInBucket()
  expect((await snug(['backup', backup()], environment)).code).toBe(0)
  await removeFromBucket(keys)
  const elsewhere = { DATA_DIR: join(folder, 'elsewhere'), DATABASE_URL: '' }
  const { code, err } = await rehearse(elsewhere)
  expect([code, err]).toEqual([
    1,
    expect.stringMatching(/^\d+ picture files? of pictures .+ not in the bucket\.$/),
  ])
  s3.set('refusing')
  expect((await rehearse()).err).toMatch(/^The bucket does not say which pictures it holds: /)
  expect((await snug(['rehearse', backup()], elsewhere)).err).toMatch(
    /^The pictures of this backup are in a bucket: set S3_BUCKET/,
  )
})

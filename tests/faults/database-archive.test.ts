import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { newId } from '../../server/platform/ids.ts'
import { filesOfZip } from '../zip-files.ts'
import {
  openFileDatabase,
  type Server,
  type SignedIn,
  signedIn,
  startServer,
  untilHealth,
} from './database-servers.ts'
import { killed, killUnderWay } from './kill-under-way.ts'
import { startS3, type TestS3 } from './s3-server.ts'

// A power cut in the midst of packing an archive, where the next process has another folder: all it
// goes on with is in PostgreSQL and in the bucket.

const POSTS = 800
/** So many random ones that what is packed is more than one file long. */
const POST_BYTES = 3_600

const database = openFileDatabase()
let s3: TestS3
let environment: Record<string, string>
let server: Server
beforeAll(async () => {
  s3 = await startS3()
  environment = { ...s3.environment, DATABASE_URL: database.url }
  server = await startServer(environment)
  await untilHealth(server, 200)
})
afterAll(async () => {
  await server.close()
  await s3.close()
})

const archive = () => database.db.selectFrom('archives').selectAll().executeTakeFirstOrThrow()

/** What the member wrote, the oldest first. */
async function writeMany(member: SignedIn): Promise<string[]> {
  await server.call('POST', '/posts', member.token, { form: { text: 'The first' } })
  const first = await database.db.selectFrom('posts').selectAll().executeTakeFirstOrThrow()
  const texts = Array.from({ length: POSTS }, () => randomBytes(POST_BYTES).toString('base64'))
  for (const text of texts)
    await database.db
      .insertInto('posts')
      .values({ ...first, id: newId(), text })
      .execute()
  return [first.text, ...texts]
}

async function download({ token }: SignedIn): Promise<Map<string, Buffer>> {
  const address = `${server.origin}/api/users/me/archive/link`
  const link = await fetch(address, { method: 'POST', headers: { 'x-auth-token': token } })
  const { url } = (await link.json()) as { url: string }
  const cookie = link.headers.get('set-cookie')?.split(';')[0] ?? ''
  const file = await fetch(`${server.origin}${url}`, { headers: { cookie } })
  return filesOfZip(Buffer.from(await file.arrayBuffer()))
}

it('is packed once and whole, and nothing is left of what was cut off', async () => {
  const [member] = await signedIn(database.db, 1)
  if (!member) throw new Error('Nobody is there.')
  const texts = await writeMany(member)
  expect((await server.call('POST', '/users/me/archive', member.token)).status).toBe(202)
  await killUnderWay(
    database.db,
    'archives',
    ({ part_count }) => part_count > 0,
    () => killed(server.process),
  )
  const cut = await archive()
  expect(cut.made_at).toBeNull()

  await server.close()
  // As if the time had passed after which a process that says nothing is taken for gone.
  await database.db.updateTable('archives').set({ held_until: 0 }).execute()
  server = await startServer(environment)
  await expect.poll(async () => (await archive()).made_at, { timeout: 120_000 }).not.toBeNull()
  const made = await archive()
  expect(made.file_id).not.toBe(cut.file_id)
  const kept = (await s3.keys('archive/')).filter((key) => key.endsWith('_object'))
  expect(kept).toHaveLength(made.part_count)
  expect(kept.filter((key) => !key.includes(made.file_id ?? 'no file'))).toEqual([])
  const packed = JSON.parse(String((await download(member)).get('data/posts.json'))).posts
  expect(packed.map(({ text }: { text: string }) => text)).toEqual(texts)
}, 300_000)

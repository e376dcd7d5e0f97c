import { randomBytes } from 'node:crypto'
import { readdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../contract/import.ts'
import { importOf, sendPiece } from '../archives.ts'
import { archiveWith, IMAGE, line } from '../made-archives.ts'
import { ada } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'
import { startS3, type TestS3 } from './s3-server.ts'
import { canMount, mountMemory, type SmallDisk } from './small-disk.ts'

// Archives while the bucket is away in which they lie, and while the disk is full where one is
// read.

/** More than an archive is tried where it is what fails. */
const LOOKS = 7

let s3: TestS3
let server: TestServer
let member: Member
beforeEach(async () => {
  s3 = await startS3()
})
afterEach(async () => {
  await server.close()
  await s3.close()
})

async function open(prepare?: (dataDir: string) => Promise<void>) {
  const { environment } = s3
  server = await openTestServer({ environment, ...(prepare ? { prepare } : {}) })
  member = await server.join(ada)
}

const status = async (path: string) => (await server.call('GET', path, { as: member })).json()

function send(bytes: Buffer) {
  const piece = { name: 'piece', filename: 'piece', bytes }
  const body = form({ bytes: String(bytes.length), offset: '0' }, piece)
  return server.call('POST', '/users/me/import', { as: member, body })
}

describe('while the bucket is away', () => {
  it('an archive waits however long, and nothing is left of what was begun', async () => {
    await open()
    const file = { name: 'image', filename: 'a.png', bytes: await testImage() }
    await server.call('POST', '/posts', { as: member, body: form({ text: 'Look' }, file) })
    const { archiveJobs, db } = server.services
    s3.set('keeping')
    expect((await server.call('POST', '/users/me/archive', { as: member })).statusCode).toBe(202)
    for (let look = 0; look < LOOKS; look++) {
      s3.set(look % 2 === 0 ? 'keeping' : 'refusing')
      await archiveJobs.finish(member.id)
      expect((await status('/users/me/archive')).state).toBe('making')
    }
    s3.set('open')
    await archiveJobs.finish(member.id)
    expect((await status('/users/me/archive')).state).toBe('ready')
    const made = await db.selectFrom('archives').selectAll().executeTakeFirstOrThrow()
    const kept = (await s3.keys('archive/')).filter((key) => key.endsWith('_object'))
    expect(kept).toHaveLength(made.part_count)
  })

  it('a sent archive waits, and is read once', async () => {
    await open()
    const { importJobs } = server.services
    s3.set('keeping')
    const bytes = await archiveWith([line('Long ago', { images: [IMAGE] }), line('Later')])
    expect((await send(bytes)).statusCode).toBe(202)
    for (let look = 0; look < LOOKS; look++) await importJobs.finish(member.id)
    expect(await status('/users/me/import')).toMatchObject({ state: 'reading', problem: null })
    s3.set('open')
    await importJobs.finish(member.id)
    expect(await status('/users/me/import')).toMatchObject({
      ...{ state: 'read', postsRead: 2, imagesNotRead: 0 },
    })
    expect(await s3.keys('import/')).toEqual([])
  })
})

it('a sent archive is read by the machine that has room for it, however often another looked', async () => {
  await open()
  const other = await openTestServer({ beside: server, environment: s3.environment })
  vi.spyOn(other.services.imports, 'hasRoom').mockResolvedValue(false)
  const copy = vi.spyOn(other.services.imports, 'open')
  const bytes = await archiveWith([line('Long ago')])
  // Its last piece comes to the machine that has no room, after the first one came to the other.
  const half = Math.ceil(bytes.length / 2)
  await sendPiece(server, member, bytes.subarray(0, half), { bytes: bytes.length })
  const rest = { bytes: bytes.length, offset: half }
  expect((await sendPiece(other, member, bytes.subarray(half), rest)).statusCode).toBe(202)
  for (let look = 0; look < LOOKS; look++) await other.services.importJobs.finish(member.id)
  expect(copy).not.toHaveBeenCalled()
  expect(await importOf(server, member)).toMatchObject({ state: 'reading', problem: null })
  await server.services.importJobs.finish(member.id)
  expect(await importOf(server, member)).toMatchObject({ state: 'read', postsRead: 1 })
  await other.close()
})

describe.skipIf(!canMount(mountMemory))('where the disk is full', () => {
  let disk: SmallDisk
  afterEach(() => disk.remove())

  it('an archive that is copied from the bucket is refused in words, and nothing is left', async () => {
    disk = mountMemory(64 * 1024)
    await open((dataDir) => symlink(disk.folder, join(dataDir, 'imports')))
    const posts = Array.from({ length: 100 }, () => line(randomBytes(2_000).toString('base64')))
    const bytes = await archiveWith(posts)
    expect(bytes.length).toBeGreaterThan(64 * 1024)
    expect((await send(bytes)).statusCode).toBe(202)
    await server.services.importJobs.finish(member.id)
    const { state, problem } = await status('/users/me/import')
    expect([state, problem]).toEqual(['failed', MESSAGES.noRoom])
    expect(await readdir(disk.folder)).toEqual([])
    expect(await s3.keys('import/')).toEqual([])
  })
})

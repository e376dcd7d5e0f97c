import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/archive.ts'
import { DAY_MS, MINUTE_MS } from '../../../contract/durations.ts'
import {
  archiveFiles,
  archiveLink,
  archiveOf,
  makeArchive,
  unpackedArchive,
} from '../../../tests/archives.ts'
import { cleo } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { unanswering } from '../../../tests/troubled-database.ts'
import { Mutex } from '../../platform/concurrency/mutex.ts'
import { newId, newUuid } from '../../platform/ids.ts'
import { runAlways } from '../../platform/run-once-per.ts'
import { createArchiveJobs } from './archive-job.ts'

let server: TestServer
let owner: Member
beforeAll(async () => {
  server = await openTestServer()
  owner = await server.join(cleo)
})
afterAll(() => server.close())

describe('an archive that is not made at once', () => {
  it('is made by the next process where one ended in the midst of it', async () => {
    const { db, archiveJobs, archives, clock } = server.services
    const file_id = newUuid()
    const writer = archives.writer(file_id, async () => {})
    await writer.write(Buffer.alloc(9))
    await writer.end()
    const held_until = clock() + MINUTE_MS
    const row = { id: newId(), user_id: owner.id, requested_at: clock(), file_id, part_count: 1 }
    await db
      .insertInto('archives')
      .values({ ...row, held_until })
      .execute()
    // It may live still.
    await archiveJobs.finish(owner.id)
    expect((await archiveOf(server, owner)).state).toBe('making')
    server.pass(2 * MINUTE_MS)
    await archiveJobs.finish(owner.id)
    expect((await archiveOf(server, owner)).state).toBe('ready')
    expect((await archiveFiles(server)).join()).not.toContain(file_id)
    expect((await unpackedArchive(server, owner)).has('index.html')).toBe(true)
    // Files that are not there, as after a backup was brought back.
    const [left = ''] = await archiveFiles(server)
    const { path, cookie } = await archiveLink(server, owner)
    await server.services.archives.remove(left.split('.')[0] ?? '', 1)
    expect(await archiveFiles(server)).toEqual([])
    expect((await server.call('GET', path, { headers: { cookie } })).statusCode).toBe(404)
  })

  it('is given up where one process after the other ended in the midst of it', async () => {
    server.pass(DAY_MS)
    owner = await server.signIn(cleo)
    const { db, archiveJobs, clock } = server.services
    const row = { id: newId(), user_id: owner.id, requested_at: clock(), tries: 5 }
    await db
      .insertInto('archives')
      .values({ ...row, file_id: newUuid(), part_count: 1 })
      .execute()
    await archiveJobs.finish(owner.id)
    expect(await archiveOf(server, owner)).toMatchObject({
      ...{ state: 'failed', problem: MESSAGES.failed, nextAt: null },
    })
  })

  it.each(['ENOSPC', 'EDQUOT'])(
    'says so where it finds none while it is written: %s',
    async (code) => {
      server.pass(DAY_MS)
      owner = await server.signIn(cleo)
      const writer = vi.spyOn(server.services.archives, 'writer').mockImplementation(() => {
        throw Object.assign(new Error('There is no room.'), { code })
      })
      const made = await makeArchive(server, owner)
      writer.mockRestore()
      expect(made).toMatchObject({ state: 'failed', problem: MESSAGES.noRoom, nextAt: null })
    },
  )

  it('says so where there is no room left meanwhile, and may be asked for again at once', async () => {
    server.pass(DAY_MS)
    owner = await server.signIn(cleo)
    const full = vi.spyOn(server.services.archives, 'freeBytes').mockResolvedValue(1_000)
    full.mockResolvedValueOnce(Number.POSITIVE_INFINITY)
    expect(await makeArchive(server, owner)).toMatchObject({
      ...{ state: 'failed', problem: MESSAGES.noRoom, nextAt: null },
    })
    full.mockRestore()
    const [news] = (await server.call('GET', '/notifications', { as: owner })).json()
    expect(news).toMatchObject({ text: MESSAGES.notMade, leadsTo: 'data' })
    expect((await makeArchive(server, owner)).state).toBe('ready')
  })

  it('leaves the one before until it is there itself', async () => {
    server.pass(DAY_MS)
    owner = await server.signIn(cleo)
    const { archives } = server.services
    await archives.removeEnded()
    const before = await archiveOf(server, owner)
    const former = await archiveLink(server, owner)
    const openFormer = async () =>
      (await server.call('GET', former.path, { headers: { cookie: former.cookie } })).statusCode
    const broken = vi.spyOn(archives, 'writer').mockImplementation(() => {
      throw Object.assign(new Error('There is no room.'), { code: 'ENOSPC' })
    })
    const { bytes, expiresAt } = before
    const failed = { state: 'failed', problem: MESSAGES.noRoom, bytes, expiresAt }
    expect(await makeArchive(server, owner)).toMatchObject(failed)
    broken.mockRestore()
    await archives.removeEnded()
    expect(await openFormer()).toBe(200)
    expect((await unpackedArchive(server, owner)).has('index.html')).toBe(true)
    expect((await makeArchive(server, owner)).state).toBe('ready')
    expect(await openFormer()).toBe(403)
    await archives.removeEnded()
    expect(await archiveFiles(server)).toHaveLength(1)
  })
})

it('keeps its files where nobody knows whether it was made', async () => {
  server.pass(DAY_MS)
  owner = await server.signIn(cleo)
  const { services } = server
  const log = { error: vi.fn() }
  // Answered is that it was begun, and not that it is done.
  const jobs = createArchiveJobs(
    { ...services, db: unanswering(services.db, 1) },
    { log, looking: new Mutex(), runOncePer: runAlways },
  )
  const making = vi.spyOn(services.archiveJobs, 'finish').mockImplementation(jobs.finish)
  expect((await makeArchive(server, owner)).state).toBe('ready')
  making.mockRestore()
  expect(log.error).toHaveBeenCalledOnce()
  expect((await unpackedArchive(server, owner)).has('index.html')).toBe(true)
})

describe('an archive for which there is no room', () => {
  it('is refused at once, and the one before it stays', async () => {
    server.pass(DAY_MS)
    owner = await server.signIn(cleo)
    const full = vi.spyOn(server.services.archives, 'freeBytes').mockResolvedValue(1_000)
    const answer = await server.call('POST', '/users/me/archive', { as: owner })
    full.mockRestore()
    expect([answer.statusCode, answer.json()]).toEqual([
      507,
      expect.objectContaining({ error: 'storage_full', msg: MESSAGES.noRoom }),
    ])
    expect(await archiveOf(server, owner)).toMatchObject({ state: 'ready', nextAt: null })
  })
})

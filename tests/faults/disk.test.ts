import { readdir, rm, stat, statfs, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { errorBody } from '../../contract/errors.ts'
import { snug } from '../commands.ts'
import { ada } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import { LONG_UPDATE } from './later-version.ts'
import { canMount, mountDisk, mountMemory, type SmallDisk } from './small-disk.ts'
import { type Community, openCommunity, writeOn } from './writing.ts'

// What a disk does to the embedded database: it fills up, and it forgets what it was not told to
// keep. Skipped where no file system can be mounted (who is not root, and most containers).

const MB = 1024 * 1024
const IMAGE = { name: 'image', filename: 'picture.png' }

let disk: SmallDisk
let community: Community
afterEach(async () => {
  await community.close()
  disk.remove()
})

describe.skipIf(!canMount(mountMemory))('a full disk', () => {
  beforeEach(async () => {
    disk = mountMemory(24 * MB)
    community = await openCommunity(4, disk.folder)
  })

  it('refuses what is written, lets read, and heals when there is room', async () => {
    const { server, call, members, paths } = community
    const token = members[0]?.token ?? ''
    const say = (content: string) => call('POST', paths.message, token, { content })
    const read = () => call('GET', paths.message, token)
    const writing = writeOn(community)
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20)

    // Whoever writes meanwhile leaves less room than was measured.
    await fillUpTo(0).catch(() => {})
    await expect.poll(() => writing.statuses.has(507)).toBe(true)
    // Not simply the next: a checkpoint in between frees room within the log, so that a few more
    // are taken.
    let tried = 0
    const refused = await vi.waitFor(async () => {
      const answer = await say(`Try ${++tried} `.padEnd(2_000, 'x'))
      expect(answer.status).toBe(507)
      return answer
    })
    expect(errorBody.parse(refused.body).error).toBe('storage_full')
    expect(refused.body.message).toBe('There is no room left to keep this. Please try again later.')
    for (const path of ['/posts/public', '/users/user', '/spaces/my-spaces', '/health'])
      expect((await call('GET', path, token)).status, path).toBe(200)
    expect((await read()).status).toBe(200)
    expect(server.isRunning).toBe(true)

    const before = writing.acknowledged.length
    await makeRoom()
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 20)
    await writing.stop()
    expect((await say('There is room again')).status).toBe(201)
    expect([...writing.statuses].toSorted()).toEqual([201, 507])
    const kept = await community.kept()
    expect(new Set(kept).size).toBe(kept.length)
    expect(writing.acknowledged.filter((text) => !kept.includes(text))).toEqual([])
    expect(server.isRunning).toBe(true)
  })

  it('refuses a picture whole and takes it when there is room', async () => {
    const { server, call, members } = community
    const token = members[0]?.token ?? ''
    const bytes = await testImage('png', { width: 1_600, height: 1_200 })
    const send = (text: string, sent = bytes) =>
      call('POST', '/posts', token, form({ text }, { ...IMAGE, bytes: sent }))
    expect((await send('While there is room')).status).toBe(201)
    const before = await filesBelow(server.dataDir, 'images')
    // At first the file itself finds no room, then only what is made of it or the words.
    for (const left of [0, bytes.length - 1_000, bytes.length + 4_096]) {
      await fillUpTo(left)
      expect((await send(`With ${left} bytes`)).status, `${left} bytes left`).toBe(507)
      expect(await filesBelow(server.dataDir, 'uploads')).toEqual([])
      expect(await filesBelow(server.dataDir, 'images')).toEqual(before)
      expect((await call('GET', '/posts/public', token)).status).toBe(200)
    }
    // Of which most is still on its way when the first of it finds no room.
    await fillUpTo(0)
    const large = Buffer.concat([bytes, Buffer.alloc(8 * MB)])
    expect((await send('A large one', large)).status).toBe(507)
    expect(await filesBelow(server.dataDir, 'uploads')).toEqual([])
    await makeRoom()
    expect((await send('With room again')).status).toBe(201)
    expect((await filesBelow(server.dataDir, 'images')).length).toBe(2 * before.length)
    const posts = await community.db.selectFrom('posts').select('text').orderBy('id').execute()
    const texts = posts.map(({ text }) => text)
    expect(texts).toEqual(['The first post', 'While there is room', 'With room again'])
  })

  it('makes no backup, says why, and leaves nothing of it', async () => {
    const { dataDir } = community.server
    const backup = () => snug(['backup', join(disk.folder, 'backup.tar')], { DATA_DIR: dataDir })
    await fillUpTo(0)
    const before = await readdir(disk.folder)
    expect(await backup()).toMatchObject({
      ...{ code: 1, err: expect.stringMatching(/(too little|no) room/) },
    })
    expect(await readdir(disk.folder)).toEqual(before)
    expect(await readdir(dataDir)).not.toContain('backup-under-way')
  })

  it('stops a start and an update with a sentence, and neither loses anything', async () => {
    const { server, db } = community
    const database = join(server.dataDir, 'snug.db')
    await db.destroy()
    await server.stop()
    const failedStart = async (environment = {}) => {
      const failure = await server.start(environment).catch((error: Error) => error)
      expect(server.lines.join('\n')).not.toMatch(/^ {4}at |node:internal/m)
      return failure?.message
    }
    await fillUpTo(0)
    expect(await failedStart()).toMatch(/DATA_DIR .+ cannot be used: there is no room left/)
    await makeRoom()

    const { size } = await stat(database)
    await fillUpTo(size)
    expect(await failedStart(LONG_UPDATE)).toMatch(/too little room .+ before an update: 2 MB/)
    await fillUpTo(2 * size + MB)
    expect(await failedStart(LONG_UPDATE)).toMatch(/no room left .+ make room and start again/)
    expect(await filesBelow(server.dataDir, '.')).toContain('snug.db.before-9001-letters')
    // The version from before still serves.
    await server.start()
    await server.stop()

    await makeRoom()
    await server.start(LONG_UPDATE)
    const answer = await fetch(`${server.origin}/api/health`)
    expect(answer.status).toBe(200)
  })

  const ballast = () => join(disk.folder, 'ballast')
  const makeRoom = () => rm(ballast(), { force: true })

  /** Leaves so many bytes, as exactly as pages allow. */
  async function fillUpTo(bytes: number) {
    await makeRoom()
    await writeFile(ballast(), Buffer.alloc((await freeBytes()) - bytes))
  }

  async function freeBytes() {
    const { bavail, bsize } = await statfs(disk.folder)
    return bavail * bsize
  }
})

describe.skipIf(!canMount(mountMemory))('a full folder of captured mail', () => {
  beforeEach(async () => {
    disk = mountMemory(MB)
    community = await openCommunity(1)
  })

  it('delays the mail until there is room', async () => {
    const { server, call } = community
    const ballast = join(disk.folder, 'ballast')
    await writeFile(ballast, Buffer.alloc(MB))
    await symlink(disk.folder, join(server.dataDir, 'mail'))
    expect((await call('POST', '/users/register', '', ada)).status).toBe(201)
    await expect.poll(() => server.lines.join()).toMatch(/mail not sent, will be tried again/)
    expect(await readdir(disk.folder)).toEqual(['ballast'])
    await rm(ballast)
    await expect.poll(() => readdir(disk.folder)).toEqual([expect.stringMatching(/^\d.+\.eml$/)])
  })
})

async function filesBelow(...path: string[]): Promise<string[]> {
  const found = await readdir(join(...path), { recursive: true, withFileTypes: true })
  return found.filter((entry) => entry.isFile()).map(({ name }) => name)
}

describe.skipIf(!canMount(mountDisk))('a disk that may lose its power', () => {
  beforeEach(async () => {
    disk = mountDisk(64 * MB)
    community = await openCommunity(1, disk.folder)
  })

  it('is told to keep what is written before that is acknowledged', async () => {
    const { call, members, paths } = community
    const token = members[0]?.token ?? ''
    const before = disk.flushes()
    const COUNT = 40
    for (let said = 1; said <= COUNT; said++) {
      const answer = await call('POST', paths.message, token, { content: `Number ${said}` })
      expect(answer.status).toBe(201)
      expect(disk.flushes() - before).toBeGreaterThanOrEqual(said)
    }
    // Reading asks nothing of the disk: it was the messages that did.
    const after = disk.flushes()
    for (let turn = 0; turn < COUNT; turn++) await call('GET', paths.message, token)
    expect(disk.flushes() - after).toBeLessThan(COUNT / 2)
  })
})

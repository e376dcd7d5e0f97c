import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { errorBody } from '../../contract/errors.ts'
import { canMount, mountDisk, mountMemory, type SmallDisk } from './small-disk.ts'
import { type Community, openCommunity, writeOn } from './writing.ts'

// What a disk does to the embedded database: it fills up, and it forgets what it was not told to
// keep. Skipped where no file system can be mounted (who is not root, and most containers).

const MB = 1024 * 1024

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
  }, 60_000)

  it('refuses what is written, lets read, and heals when there is room', {
    timeout: 90_000,
  }, async () => {
    const { server, call, members, paths } = community
    const token = members[0]?.token ?? ''
    const say = (content: string) => call('POST', paths.message, token, { content })
    const read = () => call('GET', paths.message, token)
    const writing = writeOn(community)
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(20)

    const ballast = join(disk.folder, 'ballast')
    // Whoever writes meanwhile leaves less room than was measured.
    await writeFile(ballast, Buffer.alloc(await freeBytes())).catch(() => {})
    await expect.poll(() => writing.statuses.has(507)).toBe(true)
    const refused = await say('x'.repeat(2_000))
    expect([refused.status, errorBody.parse(refused.body).error]).toEqual([507, 'storage_full'])
    expect(refused.body.message).toBe('There is no room left to keep this. Please try again later.')
    for (const path of ['/posts/public', '/users/user', '/spaces/my-spaces', '/health'])
      expect((await call('GET', path, token)).status, path).toBe(200)
    expect((await read()).status).toBe(200)
    expect(server.isRunning).toBe(true)

    const before = writing.acknowledged.length
    await rm(ballast)
    await expect.poll(() => writing.acknowledged.length).toBeGreaterThan(before + 20)
    await writing.stop()
    expect((await say('There is room again')).status).toBe(201)
    expect([...writing.statuses].toSorted()).toEqual([201, 507])
    const kept = await community.kept()
    expect(new Set(kept).size).toBe(kept.length)
    expect(writing.acknowledged.filter((text) => !kept.includes(text))).toEqual([])
    expect(server.isRunning).toBe(true)
  })

  async function freeBytes() {
    const { bavail, bsize } = await statfs(disk.folder)
    return bavail * bsize
  }
})

describe.skipIf(!canMount(mountDisk))('a disk that may lose its power', () => {
  beforeEach(async () => {
    disk = mountDisk(64 * MB)
    community = await openCommunity(1, disk.folder)
  }, 60_000)

  it('is told to keep what is written before that is acknowledged', {
    timeout: 60_000,
  }, async () => {
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

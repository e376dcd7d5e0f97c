import { readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS } from '../../contract/durations.ts'
import { isImageDeletionLocked } from '../../server/backups/image-deletion-lock.ts'
import { removeOldSnapshots } from '../../server/platform/database/snapshot.ts'
import { feed, post, postWithImage } from '../../tests/actions/post-actions.ts'
import { ben } from '../../tests/people.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import type { BackupOptions } from './back-up.ts'
import type { RestoreOptions } from './restore.ts'
import {
  backUpTo,
  contentsOf,
  imagesIn,
  imagesNamedBy,
  openBackupScene,
  restoreFrom,
} from './test-backup.ts'

let folder: string
let file: string
let server: TestServer
let member: Member
beforeEach(async () => {
  ;({ folder, file, server, member } = await openBackupScene())
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const makeBackup = (more: Partial<BackupOptions> = {}) => backUpTo(file, server, more)
const restoreBackup = (more: Partial<RestoreOptions> = {}) => restoreFrom(file, folder, more)

const remove = (id: string) => server.call('DELETE', `/posts/${id}`, { as: member })

describe('a backup', () => {
  it('brings back every table and every picture', async () => {
    await postWithImage(server, member, 'With a picture')
    await post(server, member, 'Without one')
    const before = contentsOf(join(server.dataDir, 'snug.db'))
    const manifest = await makeBackup()
    expect(manifest).toMatchObject({ version: '1.2.3', missingFiles: 0, rows: { posts: 2 } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['backup.tar'])

    const { formerly } = await restoreBackup()
    expect(formerly).toBeNull()
    const restored = join(folder, 'restored')
    expect(contentsOf(join(restored, 'snug.db'))).toBe(before)
    expect(await imagesIn(restored)).toEqual(await imagesIn(server.dataDir))
    for (const path of imagesNamedBy(restored))
      expect(await readFile(path)).toEqual(await readFile(path.replace(restored, server.dataDir)))
    expect((await readdir(restored)).sort()).toEqual(['images', 'snug.db'])
  })

  it('writes nothing beside the archive that could be read if it is cut off', async () => {
    await postWithImage(server, member, 'Nobody but us')
    const seen: string[] = []
    await makeBackup({
      async progress() {
        seen.push(...(await readdir(folder)))
      },
    })
    expect([...new Set(seen)]).toEqual(['backup.tar.partial'])
    expect(await readdir(server.dataDir)).not.toContain('snug.db.backup')
  })

  it('leaves no copy of what is deleted when it was cut off', async () => {
    const copy = join(server.dataDir, 'snug.db.backup')
    const lock = join(server.dataDir, 'backup-under-way')
    for (const path of [copy, lock]) await writeFile(path, 'words')
    await removeOldSnapshots(server.dataDir, isImageDeletionLocked)
    expect(await readFile(copy, 'utf8')).toBe('words')
    await utimes(lock, new Date(0), new Date(0))
    await removeOldSnapshots(server.dataDir, isImageDeletionLocked)
    await expect(stat(copy)).rejects.toThrow('ENOENT')
  })

  it('is not kept from the next by one that was cut off under a clock that was ahead', async () => {
    const lock = join(server.dataDir, 'backup-under-way')
    await writeFile(lock, '')
    const nextYear = new Date(Date.now() + 365 * DAY_MS)
    await utimes(lock, nextYear, nextYear)
    expect(await isImageDeletionLocked(server.dataDir)).toBe(false)
    await makeBackup()
    expect(await readdir(folder)).toEqual(['backup.tar'])
    expect(await readdir(server.dataDir)).not.toContain('backup-under-way')
  })

  it('is of one moment, also when what it shows is deleted while it is made', async () => {
    const ids = [
      (await postWithImage(server, member, 'One'))._id,
      (await postWithImage(server, member, 'Two'))._id,
    ]
    const before = contentsOf(join(server.dataDir, 'snug.db'))
    const named = imagesNamedBy(server.dataDir).length
    let isDeleted = false
    const manifest = await makeBackup({
      async progress() {
        if (isDeleted) return
        isDeleted = true
        for (const id of ids) expect((await remove(id)).statusCode).toBe(200)
        await postWithImage(server, member, 'Three')
        await server.services.images.sweepSoon()
      },
    })
    expect(isDeleted).toBe(true)
    expect(manifest).toMatchObject({ missingFiles: 0, files: named + 1 })
    await restoreBackup()
    const restored = join(folder, 'restored')
    expect(contentsOf(join(restored, 'snug.db'))).toBe(before)
    expect(await imagesIn(restored)).toHaveLength(named)

    // Afterwards the pictures of what was deleted go.
    await server.services.images.sweepSoon()
    expect(await imagesIn(server.dataDir)).toHaveLength(imagesNamedBy(server.dataDir).length)
  })

  it('is whole under load', async () => {
    const other = await server.join(ben)
    let isOver = false
    let made = 0
    async function postAndDelete() {
      const kept: string[] = []
      while (!isOver) {
        await pause(2)
        kept.push((await postWithImage(server, member, `Post ${made++}`))._id)
        const oldest = kept.length > 3 ? kept.shift() : undefined
        if (oldest) await remove(oldest)
      }
    }
    async function chatter() {
      while (!isOver) {
        await pause(5)
        const [newest] = (await feed(server, other, 'public')).posts
        if (newest)
          await server.call('POST', `/posts/${newest._id}/comments`, {
            as: other,
            body: { text: 'Hello' },
          })
      }
    }
    const load = [postAndDelete(), chatter()]
    try {
      while (made < 6) await pause(5)
      for (let round = 0; round < 5; round++) {
        file = join(folder, `backup-${round}.tar`)
        expect((await makeBackup()).missingFiles).toBe(0)
      }
    } finally {
      isOver = true
      await Promise.all(load)
    }

    for (let round = 0; round < 5; round++) {
      const dataDir = join(folder, `restored-${round}`)
      await restoreBackup({ file: join(folder, `backup-${round}.tar`), dataDir })
      await expectOneMoment(dataDir)
    }
  })

  it('counts what the original itself has lost', async () => {
    await postWithImage(server, member, 'With a picture')
    const [lost = ''] = imagesNamedBy(server.dataDir)
    await rm(lost)
    expect((await makeBackup()).missingFiles).toBe(1)
    await restoreBackup()
  })

  it('refuses a second one at the same time, and leaves nothing of a failed one', async () => {
    await makeBackup({
      async progress() {
        const second = makeBackup({ file: join(folder, 'second.tar') })
        await expect(second).rejects.toThrow('Another backup is under way.')
      },
    })
    const failing = makeBackup({
      file: join(folder, 'failed.tar'),
      progress() {
        throw new Error('The plug was pulled.')
      },
    })
    await expect(failing).rejects.toThrow('The plug was pulled.')
    expect(await readdir(folder)).toEqual(['backup.tar'])
    const nowhere = makeBackup({ file: join(folder, 'nowhere', 'backup.tar') })
    await expect(nowhere).rejects.toThrow(/There is no folder/)
    const ofNothing = makeBackup({ dataDir: join(folder, 'nothing') })
    await expect(ofNothing).rejects.toThrow(/DATA_DIR cannot be written to: ENOENT/)
  })
})

/** Posts were made one after the other and the oldest deleted: those of one moment are in a row. */
async function expectOneMoment(dataDir: string) {
  const named = imagesNamedBy(dataDir)
  for (const path of named) expect((await stat(path)).size).toBeGreaterThan(0)
  expect(await imagesIn(dataDir)).toHaveLength(named.length)
  using open = new DatabaseSync(join(dataDir, 'snug.db'))
  const rows = open
    .prepare(
      'select text, comment_count, image_id from posts join post_images on post_id = id order by id',
    )
    .all()
  const numbers = rows.map(({ text }) => Number(String(text).slice('Post '.length)))
  const [first = 0] = numbers
  expect(numbers).toEqual(numbers.map((_, index) => first + index))
  expect([3, 4]).toContain(numbers.length)
  const comments = open.prepare('select count(*) as count from comments').get()?.count
  const counted = rows.reduce((sum, row) => sum + Number(row.comment_count), 0)
  expect(comments).toBe(counted)
  expect(new Set(rows.map(({ image_id }) => image_id)).size).toBe(numbers.length)
}

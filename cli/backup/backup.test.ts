import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as pause } from 'node:timers/promises'
import { Header } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../server/migrations/all.ts'
import { removeOldSnapshots } from '../../server/platform/database/snapshot.ts'
import { ada, ben } from '../../tests/people.ts'
import { form, picture } from '../../tests/pictures.ts'
import { feed, post, texts } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { type BackupOptions, backUp, picturesOf } from './back-up.ts'
import { type RestoreOptions, restore } from './restore.ts'
import { readSnapshot } from './snapshot.ts'

let folder: string
let file: string
let server: TestServer
let member: Member
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-backup-'))
  file = join(folder, 'backup.tar')
  server = await openTestServer()
  member = await server.join(ada)
})
afterEach(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const backUpHouse = (more: Partial<BackupOptions> = {}) =>
  backUp({ dataDir: server.dataDir, file, version: '1.2.3', now: () => 0, ...more })

const restoreBackup = (more: Partial<RestoreOptions> = {}) =>
  restore({
    file,
    dataDir: join(folder, 'restored'),
    database: 'sqlite',
    migrations: Object.keys(migrations),
    prepare: async () => {},
    now: () => 0,
    ...more,
  })

async function postPicture(text: string, as = member): Promise<string> {
  const image = { name: 'image', filename: 'picture.png', bytes: await picture() }
  const answer = await server.call('POST', '/posts', { as, body: form({ text }, image) })
  expect(answer.statusCode).toBe(201)
  return answer.json().post._id
}

const remove = (id: string) => server.call('DELETE', `/posts/${id}`, { as: member })

/** Everything in a database, as text. */
function contentsOf(database: string): string {
  using open = new DatabaseSync(database, { readOnly: true })
  const tables = open.prepare("select name from sqlite_schema where type = 'table'").all()
  const rowsOf = (table: unknown) => open.prepare(`select * from "${table}"`).all()
  return JSON.stringify(
    tables.map(({ name }) => [
      name,
      rowsOf(name)
        .map((row) => JSON.stringify(row))
        .sort(),
    ]),
  )
}

async function picturesIn(dataDir: string): Promise<string[]> {
  const found = await readdir(join(dataDir, 'images'), { recursive: true, withFileTypes: true })
  return found
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)
    .sort()
}

/** The files the pictures of a database must have. */
function picturesNamedBy(dataDir: string): string[] {
  using snapshot = readSnapshot(join(dataDir, 'snug.db'))
  return [...picturesOf(dataDir, snapshot.images())].map(({ source }) => source)
}

describe('a backup', () => {
  it('brings back every table and every picture', async () => {
    await postPicture('With a picture')
    await post(server, member, 'Without one')
    const before = contentsOf(join(server.dataDir, 'snug.db'))
    const manifest = await backUpHouse()
    expect(manifest).toMatchObject({ version: '1.2.3', missingFiles: 0, rows: { posts: 2 } })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect(await readdir(folder)).toEqual(['backup.tar'])

    const { formerly } = await restoreBackup()
    expect(formerly).toBeNull()
    const restored = join(folder, 'restored')
    expect(contentsOf(join(restored, 'snug.db'))).toBe(before)
    expect(await picturesIn(restored)).toEqual(await picturesIn(server.dataDir))
    for (const path of picturesNamedBy(restored))
      expect(await readFile(path)).toEqual(await readFile(path.replace(restored, server.dataDir)))
    expect((await readdir(restored)).sort()).toEqual(['images', 'snug.db'])
  })

  it('writes nothing beside the archive that could be read if it is cut off', async () => {
    await postPicture('Nobody but us')
    const seen: string[] = []
    await backUpHouse({
      async progress() {
        seen.push(...(await readdir(folder)))
      },
    })
    expect([...new Set(seen)]).toEqual(['backup.tar.partial'])
    expect(await readdir(server.dataDir)).not.toContain('snug.db.backup')
  })

  it('leaves no copy of what is deleted when it was cut off', async () => {
    const copy = join(server.dataDir, 'snug.db.backup')
    const hold = join(server.dataDir, 'backup-under-way')
    for (const path of [copy, hold]) await writeFile(path, 'words')
    await removeOldSnapshots(server.dataDir)
    expect(await readFile(copy, 'utf8')).toBe('words')
    await utimes(hold, new Date(0), new Date(0))
    await removeOldSnapshots(server.dataDir)
    await expect(stat(copy)).rejects.toThrow('ENOENT')
  })

  it('is of one moment, also when what it shows is deleted while it is made', async () => {
    const ids = [await postPicture('One'), await postPicture('Two')]
    const before = contentsOf(join(server.dataDir, 'snug.db'))
    const named = picturesNamedBy(server.dataDir).length
    let isDeleted = false
    const manifest = await backUpHouse({
      async progress() {
        if (isDeleted) return
        isDeleted = true
        for (const id of ids) expect((await remove(id)).statusCode).toBe(200)
        await postPicture('Three')
        await server.services.images.sweepSoon()
      },
    })
    expect(isDeleted).toBe(true)
    expect(manifest).toMatchObject({ missingFiles: 0, files: named + 1 })
    await restoreBackup()
    const restored = join(folder, 'restored')
    expect(contentsOf(join(restored, 'snug.db'))).toBe(before)
    expect(await picturesIn(restored)).toHaveLength(named)

    // Afterwards the pictures of what was deleted go.
    await server.services.images.sweepSoon()
    expect(await picturesIn(server.dataDir)).toHaveLength(picturesNamedBy(server.dataDir).length)
  })

  it('is whole under load', async () => {
    const other = await server.join(ben)
    let isOver = false
    let made = 0
    async function postAndDelete() {
      const kept: string[] = []
      while (!isOver) {
        await pause(2)
        kept.push(await postPicture(`Post ${made++}`))
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
    while (made < 6) await pause(5)
    for (let round = 0; round < 5; round++) {
      file = join(folder, `backup-${round}.tar`)
      expect((await backUpHouse()).missingFiles).toBe(0)
    }
    isOver = true
    await Promise.all(load)

    for (let round = 0; round < 5; round++) {
      const dataDir = join(folder, `restored-${round}`)
      await restoreBackup({ file: join(folder, `backup-${round}.tar`), dataDir })
      await expectOneMoment(dataDir)
    }
  })

  it('counts what the original itself has lost', async () => {
    await postPicture('With a picture')
    const [lost = ''] = picturesNamedBy(server.dataDir)
    await rm(lost)
    expect((await backUpHouse()).missingFiles).toBe(1)
    await restoreBackup()
  })

  it('refuses a second one at the same time, and leaves nothing of a failed one', async () => {
    await backUpHouse({
      async progress() {
        const second = backUpHouse({ file: join(folder, 'second.tar') })
        await expect(second).rejects.toThrow('Another backup is under way.')
      },
    })
    const failing = backUpHouse({
      file: join(folder, 'failed.tar'),
      progress() {
        throw new Error('The plug was pulled.')
      },
    })
    await expect(failing).rejects.toThrow('The plug was pulled.')
    expect(await readdir(folder)).toEqual(['backup.tar'])
    const nowhere = backUpHouse({ file: join(folder, 'nowhere', 'backup.tar') })
    await expect(nowhere).rejects.toThrow(/There is no folder/)
    const ofNothing = backUpHouse({ dataDir: join(folder, 'nothing') })
    await expect(ofNothing).rejects.toThrow(/DATA_DIR cannot be written to: ENOENT/)
  })
})

/** Posts were made one after the other and the oldest deleted: those of one moment are in a row. */
async function expectOneMoment(dataDir: string) {
  const named = picturesNamedBy(dataDir)
  for (const path of named) expect((await stat(path)).size).toBeGreaterThan(0)
  expect(await picturesIn(dataDir)).toHaveLength(named.length)
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

describe('restoring', () => {
  const refused = (more: Partial<RestoreOptions> = {}) => expect(restoreBackup(more)).rejects
  const pack = (path: string, more: object = {}) => {
    const header = Buffer.alloc(512)
    new Header({ path, size: 4, mode: 0o600, type: 'File', ...more }).encode(header)
    return Buffer.concat([header, Buffer.from('snug'), Buffer.alloc(508)])
  }
  const writePacked = (...entries: Buffer[]) =>
    writeFile(file, Buffer.concat([...entries, Buffer.alloc(1024)]))

  it('keeps what was there, beside it', async () => {
    await post(server, member, 'Then')
    await backUpHouse()
    await restoreBackup()
    const again = await restoreBackup({ now: () => Date.UTC(2026, 10, 21, 12) })
    expect(again.formerly).toBe(join(folder, 'restored.before-restore-2026-11-21T12-00-00'))
    const names = await readdir(folder)
    expect(names.sort()).toEqual([
      'backup.tar',
      'restored',
      'restored.before-restore-2026-11-21T12-00-00',
    ])
  })

  it('takes the place of a database that is damaged', async () => {
    await post(server, member, 'Then')
    await backUpHouse()
    await restoreBackup()
    const restored = join(folder, 'restored', 'snug.db')
    const before = contentsOf(restored)
    await writeFile(restored, 'Not a database at all.\n'.repeat(1_000))
    expect((await restoreBackup()).formerly).not.toBeNull()
    expect(contentsOf(restored)).toBe(before)
  })

  it('is refused while a server is in the folder, which goes on', async () => {
    await post(server, member, 'Still here')
    await backUpHouse()
    await refused({ dataDir: server.dataDir }).toThrow(/Snug is running on .+ Stop it first\./)
    expect(texts(await feed(server, member, 'friends'))).toEqual(['Still here'])
    await post(server, member, 'And on')
  })

  it('refuses an archive that was changed or cut off, and changes nothing', async () => {
    await postPicture('With a picture')
    await backUpHouse()
    const whole = await readFile(file)
    const changed = Buffer.from(whole)
    // In the last picture: before the two lists and the end.
    const place = whole.lastIndexOf('images/', whole.lastIndexOf('SHA256SUMS')) + 600
    changed[place] = (changed[place] ?? 0) ^ 1
    await writeFile(file, changed)
    await refused().toThrow(/damaged: .*images\/post/)
    for (const size of [0, 100, 700, whole.length / 2, whole.length - 2_000]) {
      await writeFile(file, whole)
      await truncate(file, Math.floor(size))
      await refused().toThrow(/cut off|not an archive/)
    }
    // The size of the first file, as a number that is none.
    await writeFile(file, Buffer.from(whole).fill(0x80, 124, 125).fill(0xff, 125, 136))
    await refused().toThrow(/not an archive/)
    await writeFile(file, 'This is not an archive at all. '.repeat(100))
    await refused().toThrow(/not an archive/)
    await refused({ file: join(folder, 'nothing') }).toThrow(/There is no file/)
    expect(await readdir(folder)).toEqual(['backup.tar'])
  })

  it.each([
    '../snug.db',
    '/etc/passwd',
    'images/../../snug.db',
    'images/post/ab/../../../x',
    'mail/letter.eml',
    'images/post/ab/0199a6c2-8f1e-7c3a-9d52-3f6b1f0c77cd.960.webp',
    'snug.db-wal',
    './snug.db',
  ])('refuses a file that would go to %s', async (path) => {
    await writePacked(pack(path))
    await refused().toThrow(/what is not Snug's/)
    expect(await readdir(folder)).toEqual(['backup.tar'])
  })

  it('refuses links, folders and a file that comes twice', async () => {
    for (const type of ['SymbolicLink', 'Link', 'Directory', 'CharacterDevice']) {
      await writePacked(pack('snug.db', { type, linkpath: '/etc/passwd' }))
      await refused().toThrow(/holds what is no file|not an archive/)
    }
    await writePacked(pack('snug.db'), pack('snug.db'))
    await refused().toThrow(/twice/)
  })

  it('refuses what a newer version wrote, and brings an older one up to date', async () => {
    using database = new DatabaseSync(join(server.dataDir, 'snug.db'))
    const insert = 'insert into kysely_migration (name, timestamp) values (?, ?)'
    database.prepare(insert).run('9998-later', '2030-01-01')
    await backUpHouse()
    await refused({}).toThrow(/newer version of Snug \(1\.2\.3\)/)
    await refused({ migrations: ['0001-other'] }).toThrow(/before its first release/)
    const migrated: string[] = []
    await restoreBackup({
      migrations: [...Object.keys(migrations), '9998-later', '9999-later'],
      prepare: async (restored) => void migrated.push(restored),
    })
    expect(migrated).toHaveLength(1)
  })
})

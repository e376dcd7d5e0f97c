import {
  mkdir,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { Header } from 'tar'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { migrations } from '../../server/migrations/all.ts'
import { holdDataFolder, removeFormerFolders } from '../../server/platform/data-folder.ts'
import { freeBytes } from '../../server/platform/files/free-disk-space.ts'
import { feed, post, postWithImage, texts } from '../../tests/actions/post-actions.ts'
import type { Member, TestServer } from '../../tests/test-server.ts'
import type { BackupOptions } from './back-up.ts'
import { isOccupied, type RestoreOptions } from './restore.ts'
import { backUpTo, contentsOf, openBackupScene, restoreFrom } from './test-backup.ts'

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

it('only a folder that is not there counts as empty, not one that cannot be read', async () => {
  expect(await isOccupied(join(folder, 'nowhere'))).toBe(false)
  const unreadable = join(folder, 'unreadable')
  await writeFile(unreadable, 'A file')
  await expect(isOccupied(unreadable)).rejects.toThrow('ENOTDIR')
})

describe('restoring', () => {
  const refused = (more: Partial<RestoreOptions> = {}) => expect(restoreBackup(more)).rejects
  const pack = (path: string, more: object = {}) => {
    const header = Buffer.alloc(512)
    new Header({ path, size: 4, mode: 0o600, type: 'File', ...more }).encode(header)
    return Buffer.concat([header, Buffer.from('snug'), Buffer.alloc(508)])
  }
  const writePacked = (...entries: Buffer[]) =>
    writeFile(file, Buffer.concat([...entries, Buffer.alloc(1024)]))

  it('says how much room is missing, before anything is unpacked', async () => {
    await writeFile(file, '')
    // More than is free on whatever disk this is, also where others give room back meanwhile.
    const bytes = (await freeBytes(folder)) + 1024 ** 4
    await truncate(file, bytes)
    const needed = (Math.ceil(bytes / 1024 ** 2) + 64).toLocaleString('en')
    const room = `^There is too little room in .+: ${needed} MB are needed, [\\d,]+ MB are free[.]$`
    await refused().toThrow(new RegExp(room))
  })

  it('keeps what was there, beside it', async () => {
    await post(server, member, 'Then')
    await makeBackup()
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

  it('takes the place of the folder that a link leads to, also where that was cut off', async () => {
    const disk = join(folder, 'disk')
    const dataDir = join(folder, 'link')
    await mkdir(disk)
    await symlink('disk/data', dataDir)
    await makeBackup()
    // As after a first restore that was killed between the two folders.
    await mkdir(join(disk, 'data.restoring'))
    expect(() => holdDataFolder(dataDir)).toThrow(
      /was being restored to .+link when that was cut off/,
    )
    await restoreBackup({ dataDir })
    const { formerly } = await restoreBackup({ dataDir, now: () => Date.UTC(2026, 10, 21, 12) })
    expect(formerly).toBe(join(disk, 'data.before-restore-2026-11-21T12-00-00'))
    expect(await readlink(dataDir)).toBe('disk/data')
    expect((await readdir(folder)).sort()).toEqual(['backup.tar', 'disk', 'link'])
    await removeFormerFolders(dataDir, Date.UTC(2027, 10, 21))
    expect(await readdir(disk)).toEqual(['data'])
  })

  it('takes the place of a database that is damaged', async () => {
    await post(server, member, 'Then')
    await makeBackup()
    await restoreBackup()
    const restored = join(folder, 'restored', 'snug.db')
    const before = contentsOf(restored)
    await writeFile(restored, 'Not a database at all.\n'.repeat(1_000))
    expect((await restoreBackup()).formerly).not.toBeNull()
    expect(contentsOf(restored)).toBe(before)
  })

  it('is refused while a server is in the folder, which goes on', async () => {
    await post(server, member, 'Still here')
    await makeBackup()
    await refused({ dataDir: server.dataDir }).toThrow(/Snug is running on .+ Stop it first\./)
    expect(texts(await feed(server, member, 'friends'))).toEqual(['Still here'])
    await post(server, member, 'And on')
  })

  it('refuses an archive that was changed or cut off, and changes nothing', async () => {
    await postWithImage(server, member, 'With a picture')
    await makeBackup()
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
    await makeBackup()
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

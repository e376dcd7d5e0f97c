import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '../../contract/durations.ts'
import { openTestDatabase, type TestDatabase } from '../../tests/database.ts'
import { testImage } from '../../tests/test-images.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { createLocalFiles } from '../platform/files/local-files.ts'
import { newId, newUuid } from '../platform/ids.ts'
import { createImageDecoder } from './decoding/image-decoder.ts'
import { createImageStore, type ImageTables } from './image-store.ts'

const START = Date.UTC(2026, 0, 15, 12, 7)
const OWNER = newId()
const OTHER_OWNER = newId()
const VIEWER = newId()

const wide = await testImage('png', { width: 1000, height: 500 })
const decoder = createImageDecoder()
afterAll(() => decoder.close())

let database: TestDatabase
let folder: string
let db: Kysely<ImageTables>
let disk: FileStore
let now: number
let logged: object[]
let isDeletionLocked: boolean
beforeEach(async () => {
  database = await openTestDatabase()
  folder = database.dataDir
  db = database.connect()
  disk = createLocalFiles(join(folder, 'images'))
  now = START
  logged = []
  isDeletionLocked = false
})
afterEach(async () => {
  await database.close()
})

function openStore(files: FileStore = disk) {
  return createImageStore({
    db,
    files,
    decoder,
    clock: () => now,
    signingKey: Buffer.from('a key of this test'),
    log: { error: (details) => logged.push(details) },
    isDeletionLocked: async () => isDeletionLocked,
  })
}

const rows = () => db.selectFrom('images').selectAll().orderBy('id').execute()

async function fileNames() {
  const options = { recursive: true, withFileTypes: true } as const
  const entries = await readdir(join(folder, 'images'), options)
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** The disk, but for one of its operations. */
function brokenDisk(broken: Partial<FileStore>): FileStore {
  return { ...disk, ...broken }
}

describe('saving an image', () => {
  it('keeps every size, and a row that says which', async () => {
    const images = openStore()
    const id = await images.save(OWNER, 'post', wide)
    expect(await rows()).toMatchObject([
      { id, owner_id: OWNER, kind: 'post', width: 1000, height: 500, widths: '[480,960,1000]' },
    ])
    for (const width of [480, 960, 1000]) {
      const file = await images.open('post', id, width)
      file?.stream.destroy()
      expect(file?.size).toBeGreaterThan(100)
    }
    expect(await images.open('post', id, 1920)).toBeNull()
    expect(await images.open('photo', id, 480)).toBeNull()
  })

  it('leaves nothing behind for a file that is refused', async () => {
    const refused = openStore().save(OWNER, 'post', Buffer.from('words'))
    await expect(refused).rejects.toMatchObject({ reason: 'not-an-image' })
    expect([await rows(), await fileNames()]).toEqual([[], []])
  })

  it('says that the disk is full, and sweeps what it had begun', async () => {
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    const put: FileStore['put'] = (key, bytes) =>
      key.endsWith('/960.webp') ? Promise.reject(full) : disk.put(key, bytes)
    const images = openStore(brokenDisk({ put }))
    await expect(images.save(OWNER, 'post', wide)).rejects.toBe(full)
    expect(await fileNames()).toHaveLength(1)
    // Nothing shows it, so the hour runs.
    expect(await rows()).toMatchObject([{ delete_after: now + HOUR_MS }])
    now += HOUR_MS
    await images.sweepSoon()
    expect([await rows(), await fileNames()]).toEqual([[], []])
  })
})

describe('sweeping', () => {
  it('removes an image that nothing showed within the hour, with its files', async () => {
    const images = openStore()
    await images.save(OWNER, 'post', wide)
    now += HOUR_MS - 1
    await images.sweepSoon()
    expect([(await rows()).length, (await fileNames()).length]).toEqual([1, 3])
    now += 1
    await images.sweepSoon()
    expect([await rows(), await fileNames()]).toEqual([[], []])
  })

  it('removes nothing while pictures are held', async () => {
    const images = openStore()
    await images.save(OWNER, 'post', wide)
    now += HOUR_MS
    isDeletionLocked = true
    await images.sweepSoon()
    expect([(await rows()).length, (await fileNames()).length]).toEqual([1, 3])
    isDeletionLocked = false
    await images.sweepSoon()
    expect([await rows(), await fileNames()]).toEqual([[], []])
  })

  it('keeps an image that is used, until it is released', async () => {
    const images = openStore()
    const id = await images.save(OWNER, 'post', wide)
    await db.transaction().execute((trx) => images.use(trx, id))
    now += 1000 * HOUR_MS
    await images.sweepSoon()
    expect([(await rows()).length, (await fileNames()).length]).toEqual([1, 3])
    await db.transaction().execute((trx) => images.release(trx, [id]))
    await images.sweepSoon()
    expect([await rows(), await fileNames()]).toEqual([[], []])
  })

  it('keeps what was released in a transaction that failed', async () => {
    const images = openStore()
    const id = await images.save(OWNER, 'post', wide)
    await images.use(db, id)
    const failed = db.transaction().execute(async (trx) => {
      await images.release(trx, [id])
      throw new Error('the post could not be deleted')
    })
    await expect(failed).rejects.toThrow('the post')
    await images.sweepSoon()
    expect(await rows()).toHaveLength(1)
  })

  it('removes all of one member and nothing of another', async () => {
    const images = openStore()
    for (const owner of [OWNER, OTHER_OWNER, OWNER])
      await images.use(db, await images.save(owner, 'photo', wide))
    await images.releaseAllOf(db, OWNER)
    await images.sweepSoon()
    expect(await rows()).toMatchObject([{ owner_id: OTHER_OWNER }])
    expect(await fileNames()).toHaveLength(3)
  })

  it('ends what a crash left half done: a row without its files', async () => {
    const images = openStore()
    const id = await images.save(OWNER, 'post', wide)
    await disk.remove([480, 960, 1000].map((width) => `post/${id}/${width}.webp`))
    now += HOUR_MS
    await images.sweepSoon()
    expect([await rows(), logged]).toEqual([[], []])
  })

  it('is not held up by one that cannot be removed, and comes back to it', async () => {
    const images = openStore()
    const [first = ''] = [await images.save(OWNER, 'post', wide)]
    await images.save(OWNER, 'post', wide)
    now += HOUR_MS
    const remove: FileStore['remove'] = (keys) =>
      keys[0]?.includes(first) ? Promise.reject(new Error('away')) : disk.remove(keys)
    await openStore(brokenDisk({ remove })).sweepSoon()
    expect(await rows()).toMatchObject([{ id: first }])
    expect(logged).toHaveLength(1)
    await images.sweepSoon()
    expect([await rows(), await fileNames()]).toEqual([[], []])
  })

  it('goes through more than one batch', async () => {
    const image = {
      owner_id: OWNER,
      kind: 'post',
      width: 1,
      height: 1,
      placeholder: '',
      widths: '[1]',
      created_at: 0,
      delete_after: 0,
    } as const
    const many = Array.from({ length: 250 }, () => ({ ...image, id: newUuid() }))
    await db.insertInto('images').values(many).execute()
    await openStore().sweepSoon()
    expect(await rows()).toEqual([])
  })

  it('also sees what was released while another sweep was under way', async () => {
    const images = openStore()
    const kept = await images.save(OWNER, 'post', wide)
    await images.use(db, kept)
    const earlier = images.sweepSoon()
    await images.release(db, [kept])
    await Promise.all([earlier, images.sweepSoon()])
    expect(await rows()).toEqual([])
  })

  it('begins at the start', async () => {
    await openStore().save(OWNER, 'post', wide)
    now += HOUR_MS
    const images = openStore()
    images.start()
    await expect.poll(async () => [await rows(), await fileNames()]).toEqual([[], []])
    await images.stop()
  })
})

describe('the address of a post’s picture', () => {
  async function sources(images = openStore()) {
    const id = await images.save(OWNER, 'post', wide)
    const [row] = await rows()
    if (!row) throw new Error('The image has no row.')
    const shown = () =>
      images.present(row, VIEWER).sources.map(({ url }) => new URL(url, 'http://snug'))
    return { id, images, shown }
  }
  const query = (url: URL | undefined) => ({
    viewer: url?.searchParams.get('viewer') ?? '',
    expires: url?.searchParams.get('expires') ?? '',
    signature: url?.searchParams.get('signature') ?? '',
  })

  it('is given for every width, with size and placeholder', async () => {
    const { id, images, shown } = await sources()
    const [row] = await rows()
    expect(row && images.present(row, VIEWER)).toMatchObject({
      width: 1000,
      height: 500,
      placeholder: expect.stringMatching(/^data:image\/webp;base64,/),
      sources: [{ width: 480 }, { width: 960 }, { width: 1000 }],
    })
    expect(shown().map(({ pathname }) => pathname)).toEqual(
      [480, 960, 1000].map((width) => `/media/post/${id}/${width}.webp`),
    )
  })

  it('stays the same for half an hour and lives for half an hour to an hour', async () => {
    const { id, images, shown } = await sources()
    now = Date.UTC(2026, 0, 15, 12, 30)
    const first = shown()
    const address = query(first[0])
    expect(address).toMatchObject({ viewer: String(VIEWER), expires: String(now + HOUR_MS) })
    expect(images.verifiedViewer(id, address)).toBe(VIEWER)
    now += HOUR_MS / 2 - 1
    expect(shown()).toEqual(first)
    now += 1
    expect(shown()).not.toEqual(first)
    expect(images.verifiedViewer(id, address)).toBe(VIEWER)
    now += HOUR_MS / 2 - 1
    expect(images.verifiedViewer(id, address)).toBe(VIEWER)
    now += 1
    expect(images.verifiedViewer(id, address)).toBeNull()
  })

  it('opens one image only, for one viewer, as long as it says, by this server only', async () => {
    const { id, images, shown } = await sources()
    const address = query(shown()[0])
    expect(images.verifiedViewer(id, address)).toBe(VIEWER)
    expect(images.verifiedViewer(newUuid(), address)).toBeNull()
    for (const wrong of [
      { viewer: String(VIEWER + 1) },
      { viewer: '' },
      { expires: String(Number(address.expires) + HOUR_MS) },
      { expires: `${address.expires}0` },
      { expires: '' },
      { viewer: `${VIEWER} ${address.expires}`, expires: '' },
      { signature: address.signature.replace(/^./, (first) => (first === '-' ? '_' : '-')) },
      { signature: '' },
    ])
      expect([wrong, images.verifiedViewer(id, { ...address, ...wrong })]).toEqual([wrong, null])
  })
})

describe('the address of a photo', () => {
  it('is that of a size every photo has', async () => {
    const images = openStore()
    const id = await images.save(OWNER, 'photo', await testImage('png', { width: 40, height: 30 }))
    expect(images.photoUrl(id)).toBe(`/media/photo/${id}/192.webp`)
    const file = await images.open('photo', id, 192)
    file?.stream.destroy()
    expect(file).not.toBeNull()
    expect(images.photoUrl(null)).toBeNull()
  })
})

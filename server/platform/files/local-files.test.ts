import { mkdtemp, open, readdir, readFile, readlink, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createLocalFiles } from './local-files.ts'

const ID = '0199a6c2-8f1e-7c3a-9d52-3f6b1f0c77ab'
const KEY = `posts/${ID}/960.webp`
const IMAGE = Buffer.from('the bytes of a picture')

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'snug-files-'))
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(folder, { recursive: true })
})

async function read(key: string): Promise<Buffer | null> {
  const file = await createLocalFiles(folder).open(key)
  return file && buffer(file.stream)
}

async function namesOnDisk(): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
}

/** Every open file shares this prototype: the only way to stand between the store and the disk. */
async function diskHandle() {
  const file = await open(folder, 'r')
  const prototype: typeof file = Object.getPrototypeOf(file)
  await file.close()
  return prototype
}

describe('local files', () => {
  it('gives back what was put, with its size', async () => {
    await createLocalFiles(folder).put(KEY, IMAGE)
    const file = await createLocalFiles(folder).open(KEY)
    expect(file?.size).toBe(IMAGE.length)
    expect(file && (await buffer(file.stream))).toEqual(IMAGE)
  })

  it('gives the same a chunk at a time, each in the place of the one before', async () => {
    const files = createLocalFiles(folder)
    await files.put(KEY, IMAGE)
    const held = Buffer.alloc(5)
    const copies: Buffer[] = []
    const isThere = await files.readInto(KEY, held, async (chunks) => {
      for await (const chunk of chunks) {
        expect(chunk.buffer).toBe(held.buffer)
        copies.push(Buffer.from(chunk))
      }
    })
    expect(isThere).toBe(true)
    expect(Buffer.concat(copies)).toEqual(IMAGE)
  })

  it('lets go of a file that nobody reads to its end, and takes none that is not there', async () => {
    const files = createLocalFiles(folder)
    await files.put(KEY, IMAGE)
    const full = new Error('No room.')
    const refuse = vi.fn(() => Promise.reject(full))
    await expect(files.readInto(KEY, Buffer.alloc(5), refuse)).rejects.toBe(full)
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
    )
    expect(open.filter((path) => path.startsWith(folder))).toEqual([])
    for (const key of [`posts/${ID}/480.webp`, '../passwd'])
      expect(await files.readInto(key, Buffer.alloc(5), refuse)).toBe(false)
    expect(refuse).toHaveBeenCalledOnce()
  })

  it('keeps the files of one id and of one kind apart', async () => {
    const files = createLocalFiles(folder)
    const keys = [KEY, `posts/${ID}/480.webp`, `photos/${ID}/960.webp`]
    await Promise.all(keys.map((key) => files.put(key, Buffer.from(key))))
    for (const key of keys) expect(await read(key)).toEqual(Buffer.from(key))
  })

  it('spreads a kind over folders named by the end of the id', async () => {
    await createLocalFiles(folder).put(KEY, IMAGE)
    expect(await readFile(join(folder, 'posts', 'ab', `${ID}.960.webp`))).toEqual(IMAGE)
  })

  it('answers null for what is not there', async () => {
    expect(await read(KEY)).toBeNull()
  })

  it('removes what is there and does not mind what is not', async () => {
    const files = createLocalFiles(folder)
    await files.put(KEY, IMAGE)
    await files.remove([`posts/${ID}/480.webp`, KEY])
    expect(await read(KEY)).toBeNull()
    expect(await namesOnDisk()).toEqual([])
  })

  it('makes its folder when it is missing', async () => {
    const files = createLocalFiles(join(folder, 'not', 'yet'))
    await files.put(KEY, IMAGE)
    expect(await files.open(KEY).then((file) => file && buffer(file.stream))).toEqual(IMAGE)
  })
})

describe('the key of a local file', () => {
  it.each([
    '',
    'posts',
    `posts/${ID}`,
    `posts/${ID}/`,
    `posts/${ID}/..`,
    `posts/${ID}/.hidden`,
    `posts/${ID}/a..b`,
    `posts/${ID}/../960.webp`,
    `posts/${ID}/960.webp\n`,
    `posts/${ID}/960.webp\0`,
    `posts/${ID}/${'a'.repeat(65)}`,
    `posts/${ID.toUpperCase()}/960.webp`,
    `posts/${'-'.repeat(36)}/960.webp`,
    `../${ID}/960.webp`,
    `/etc/${ID}/passwd`,
    `posts\\${ID}\\960.webp`,
  ])('is refused when it is %j', async (key) => {
    const files = createLocalFiles(folder)
    await expect(files.put(key, IMAGE)).rejects.toThrow(TypeError)
    await expect(files.remove([key])).rejects.toThrow(TypeError)
    expect(await files.open(key)).toBeNull()
    expect(await namesOnDisk()).toEqual([])
  })
})

describe('a local file and its disk', () => {
  it('has its bytes flushed before it appears, and its folders after', async () => {
    const appearedAtSync: boolean[] = []
    const handle = await diskHandle()
    const sync = handle.sync
    vi.spyOn(handle, 'sync').mockImplementation(async function (this: typeof handle) {
      appearedAtSync.push((await namesOnDisk()).includes(`${ID}.960.webp`))
      await sync.call(this)
    })
    await createLocalFiles(folder).put(KEY, IMAGE)
    // The file; then its sub-folder, its kind and the root.
    expect(appearedAtSync).toEqual([false, true, true, true])
  })

  it('passes on that the disk is full, leaves nothing behind, and works when room returns', async () => {
    const files = createLocalFiles(folder)
    const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' })
    vi.spyOn(await diskHandle(), 'sync').mockRejectedValueOnce(full)
    await expect(files.put(KEY, IMAGE)).rejects.toMatchObject({ code: 'ENOSPC' })
    expect(await namesOnDisk()).toEqual([])
    expect(await files.open(KEY)).toBeNull()

    await files.put(KEY, IMAGE)
    expect(await read(KEY)).toEqual(IMAGE)
  })
})

import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startS3, type TestS3 } from '../../../tests/faults/s3-server.ts'
import type { FileStore } from './file-store.ts'
import { FilesAwayError, probe } from './file-store.ts'
import { createS3Files } from './s3-files.ts'

const ID = '0199a6c2-8f1e-7c3a-9d52-3f6b1f0c77ab'
const KEY = `posts/${ID}/960.webp`
const IMAGE = Buffer.alloc(300_000, 'the bytes of a picture')

let s3: TestS3
let files: FileStore
let logged: string[]
const log = {
  info: (_details: object, message: string) => void logged.push(message),
  warn: (_details: object, message: string) => void logged.push(message),
}
beforeEach(async () => {
  logged = []
  s3 = await startS3()
  files = createS3Files(s3.settings, log)
})
afterEach(() => s3.close())

async function read(key: string): Promise<Buffer | null> {
  const file = await files.open(key)
  return file && buffer(file.stream)
}

describe('files in a bucket', () => {
  it('give back what was put, with its size and type', async () => {
    await files.put(KEY, IMAGE)
    expect(await files.open(KEY)).toMatchObject({ size: IMAGE.length })
    expect(await read(KEY)).toEqual(IMAGE)
    const address = `${s3.settings.endpoint}/${s3.settings.bucket}/${KEY}`
    expect((await fetch(address)).headers.get('content-type')).toBe('image/webp')
  })

  it('give the same to who takes a chunk at a time', async () => {
    await files.put(KEY, IMAGE)
    const taken: Buffer[] = []
    const take = async (chunks: AsyncIterable<Buffer>) => {
      for await (const chunk of chunks) taken.push(chunk)
    }
    expect(await files.readInto(KEY, Buffer.alloc(5), take)).toBe(true)
    expect(Buffer.concat(taken)).toEqual(IMAGE)
    await files.remove([KEY])
    expect(await files.readInto(KEY, Buffer.alloc(5), take)).toBe(false)
  })

  it('are null when they are not there', async () => {
    expect(await files.open(KEY)).toBeNull()
  })

  it('are removed, and do not mind being gone', async () => {
    await files.put(KEY, IMAGE)
    await files.remove([KEY, `posts/${ID}/480.webp`])
    await files.remove([KEY])
    expect(await read(KEY)).toBeNull()
  })

  it('never leave the bucket by a key that is none', async () => {
    const before = s3.calls
    await expect(files.put('../other/key', IMAGE)).rejects.toThrow(TypeError)
    await expect(files.remove([`posts/${ID}/..`])).rejects.toThrow(TypeError)
    expect(await files.open('')).toBeNull()
    expect(s3.calls).toBe(before)
  })

  it('are probed without leaving anything', async () => {
    await probe(files)
    s3.set('refusing')
    await expect(probe(files)).rejects.toThrow(FilesAwayError)
  })

  it('of a bucket that is not there are away, not missing', async () => {
    const nowhere = createS3Files({ ...s3.settings, bucket: 'elsewhere' }, log)
    await expect(nowhere.open(KEY)).rejects.toThrow(FilesAwayError)
    await expect(nowhere.put(KEY, IMAGE)).rejects.toThrow(FilesAwayError)
  })
})

describe.each(['refusing', 'hanging'] as const)('while the bucket is %s', (door) => {
  it('every call fails, and works again afterwards', async () => {
    await files.put(KEY, IMAGE)
    s3.set(door)
    const calls = [files.open(KEY), files.put(KEY, IMAGE), files.remove([KEY])]
    // While it still hangs: nobody waits for its answer.
    await Promise.all(calls.map((call) => expect(call).rejects.toThrow(FilesAwayError)))
    s3.set('open')
    expect(await read(KEY)).toEqual(IMAGE)
    expect(logged).toEqual([
      expect.stringMatching(
        /^the bucket pictures at 127\.0\.0\.1:\d+ is away \((SlowDown: .+|it does not answer in time)\): until/,
      ),
      expect.stringMatching(/^the bucket pictures at 127\.0\.0\.1:\d+ is back$/),
    ])
  })
})

it('a picture that stops coming ends', async () => {
  s3.set('stalling')
  const file = await files.open(KEY)
  await expect(file && buffer(file.stream)).rejects.toThrow(FilesAwayError)
})

it('a picture nobody reads lets its connection go', async () => {
  s3.set('stalling')
  const opened = await Promise.all(Array.from({ length: 200 }, () => files.open(KEY)))
  for (const file of opened) file?.stream.destroy()
  s3.set('open')
  await files.put(KEY, IMAGE)
  expect(await read(KEY)).toEqual(IMAGE)
})

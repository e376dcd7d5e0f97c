import { mkdtempDisposable, open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import { expect, it } from 'vitest'
import yauzl from 'yauzl'
import { writeZip } from './zip.ts'
import { createZipDirectory, endOfFile, headerOf } from './zip-records.ts'

const FILES = 66_000
const LARGE = 5_000_000_000

it('fails with what the reading of a file failed with, also while nothing of it is on its way', async () => {
  for (const ms of [0, 1, 50]) {
    async function* content() {
      yield 'begun'
      await pause(ms)
      throw new Error('the server stops')
    }
    const written: Buffer[] = []
    const writing = writeZip(
      async (chunk) => {
        written.push(chunk)
      },
      async (add) => {
        await add('whole.txt', 'whole')
        await add('begun.txt', content())
        throw new Error('unreachable')
      },
    )
    await expect(writing).rejects.toThrow('the server stops')
    expect(Buffer.concat(written).includes('whole.txt')).toBe(true)
  }
})

it('fails with what its bytes could not be kept for', async () => {
  const writing = writeZip(
    async () => {
      throw new Error('the disk is full')
    },
    (add) => add('a.txt', 'a'),
  )
  await expect(writing).rejects.toThrow('the disk is full')
})

it('keeps more files than a zip of old could name, each as it was', async () => {
  const zip: Buffer[] = []
  await writeZip(
    async (chunk) => {
      zip.push(chunk)
    },
    async (add) => {
      for (let index = 0; index < FILES; index++) await add(`${index}.txt`, '', { isSmall: true })
      await add('日記.txt', 'Dear diary '.repeat(1_000))
      await add('small.webp', 'a picture', { isSmall: true })
    },
  )
  const opened = await yauzl.fromBufferPromise(Buffer.concat(zip), { strictFileNames: true })
  expect(opened.entryCount).toBe(FILES + 2)
  const texts = new Map<string, string>()
  for await (const entry of opened.eachEntry())
    if (entry.uncompressedSize > 0)
      texts.set(entry.fileName, await text(await opened.openReadStreamPromise(entry)))
  expect([...texts]).toEqual([
    ['日記.txt', 'Dear diary '.repeat(1_000)],
    ['small.webp', 'a picture'],
  ])
})

it.each([
  ['1969-06-15T12:00:00Z', 1980, 1980],
  ['1970-06-15T12:00:00Z', 1980, 1970],
  ['2026-06-15T12:00:00Z', 2026, 2026],
  ['2040-06-15T12:00:00Z', 2040, 2040],
  ['2150-06-15T12:00:00Z', 2107, 2107],
])('is written whatever the clock says: %s', async (now, older, exact) => {
  const file = { path: 'a.txt', isSmall: true, madeAt: new Date(now), start: 0 }
  const written = { ...file, crc: crc32('a'), size: 1, packed: 1 }
  const before = Buffer.concat([headerOf(file), Buffer.from('a'), endOfFile(written)])
  const directory = createZipDirectory()
  directory.add(written)
  const zip = Buffer.concat([before, ...directory.end(before.length)])
  const opened = await yauzl.fromBufferPromise(zip)
  for await (const entry of opened.eachEntry()) {
    expect(entry.getLastModDate({ forceDosFormat: true }).getFullYear()).toBe(older)
    expect(entry.getLastModDate().getFullYear()).toBe(exact)
  }
})

it('is written right beyond 4 GB', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'snug-zip-'))
  const file = await open(join(folder.path, 'large.zip'), 'wx+')
  const directory = createZipDirectory()
  let place = 0
  async function put(path: string, bytes: Buffer, size = bytes.length) {
    const header = { path, isSmall: true, madeAt: new Date(), start: place }
    const written = { ...header, crc: crc32(bytes), size, packed: size }
    place += (await file.write(headerOf(header), { position: place })).bytesWritten
    await file.write(bytes, { position: place })
    place += size
    place += (await file.write(endOfFile(written), { position: place })).bytesWritten
    directory.add(written)
  }
  // Nothing but a hole in the file takes no room on the disk.
  await put('large', Buffer.from('begun'), LARGE)
  await put('behind', Buffer.from('still there'))
  for (const block of directory.end(place))
    place += (await file.write(block, { position: place })).bytesWritten

  const opened = await yauzl.fromFdPromise(file.fd, { autoClose: false })
  const sizes: [string, number][] = []
  for await (const entry of opened.eachEntry()) {
    sizes.push([entry.fileName, entry.uncompressedSize])
    if (entry.fileName === 'behind')
      expect(await text(await opened.openReadStreamPromise(entry))).toBe('still there')
  }
  expect(sizes).toEqual([
    ['large', LARGE],
    ['behind', 11],
  ])
  await file.close()
})

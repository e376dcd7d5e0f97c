import { afterEach, beforeEach, expect, it } from 'vitest'
import { HOUR_MS } from '../../../contract/durations.ts'
import { startS3, type TestS3 } from '../../../tests/faults/s3-server.ts'
import { FilesAwayError } from './file-store.ts'
import { createS3Files } from './s3-files.ts'
import { openS3Listing, type S3Listing, type S3Object } from './s3-listing.ts'

let s3: TestS3
beforeEach(async () => {
  s3 = await startS3()
})
afterEach(() => s3.close())

const keyOf = (kind: string, image: number, name = '960.webp') =>
  `${kind}/0199a6c2-8f1e-7c3a-9d52-${String(image).padStart(12, '0')}/${name}`
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

async function put(keys: string[]) {
  const files = createS3Files(s3.settings, { info() {}, warn() {} })
  for (const key of keys) await files.put(key, Buffer.from('bytes'))
}

async function pagesOf(listing: S3Listing): Promise<S3Object[][]> {
  const pages: S3Object[][] = []
  for await (const page of listing.pages('post')) pages.push(page)
  return pages
}

it('says which keys of several kinds are there, by pages and not by the key', async () => {
  const posts = upTo(12).map((image) => keyOf('post', image))
  const photos = [keyOf('photo', 1), keyOf('photo', 1, '192.webp')]
  await put([...posts, ...photos])
  using listing = openS3Listing(s3.settings, 5)
  const before = s3.calls
  const absent = [keyOf('post', 3, '480.webp'), keyOf('post', 99), keyOf('link', 4)]
  const found = await listing.among([...absent, ...photos, ...posts].reverse())
  expect([...found].sort()).toEqual([...photos, ...posts].sort())
  // Three of posts and one that is empty, one of photos, one of links.
  expect(s3.calls - before).toBe(6)
})

it('does not look past the last that is asked for, nor before the first', async () => {
  await put(upTo(12).map((image) => keyOf('post', image)))
  using listing = openS3Listing(s3.settings, 2)
  const before = s3.calls
  const asked = [keyOf('post', 4), keyOf('post', 5)]
  expect([...(await listing.among(asked))]).toEqual(asked)
  expect(s3.calls - before).toBe(1)
  expect((await listing.among([])).size).toBe(0)
})

it('gives all of a kind by pages, with when it was put there', async () => {
  const posts = upTo(5).map((image) => keyOf('post', image))
  await put([...posts, keyOf('photo', 1)])
  await s3.backdate(posts[3] ?? '', HOUR_MS)
  using listing = openS3Listing(s3.settings, 2)
  const pages = await pagesOf(listing)
  expect(pages.map((page) => page.length)).toEqual([2, 2, 1])
  const objects = pages.flat()
  expect(objects.map(({ key }) => key)).toEqual(posts)
  const old = objects.filter(({ modifiedAt }) => modifiedAt <= Date.now() - HOUR_MS)
  expect(old.map(({ key }) => key)).toEqual([posts[3]])
})

it('throws when the bucket is away', async () => {
  s3.set('refusing')
  using listing = openS3Listing(s3.settings)
  await expect(listing.among([keyOf('post', 1)])).rejects.toThrow(FilesAwayError)
  await expect(pagesOf(listing)).rejects.toThrow(FilesAwayError)
})

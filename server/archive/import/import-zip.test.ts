import { randomBytes } from 'node:crypto'
import { expect, it, vi } from 'vitest'
import { MESSAGES } from '../../../contract/import.ts'
import { importArchive, sendPiece } from '../../../tests/archives.ts'
import { filesWith, IMAGE, line } from '../../../tests/made-archives.ts'
import { ada } from '../../../tests/people.ts'
import { openScopedTestServer } from '../../../tests/scenes/scoped-test-server.ts'
import { testImage } from '../../../tests/test-images.ts'
import { contentAt, listedAt, zipOf } from '../../../tests/zip-files.ts'

type Broken = (files: Record<string, string | Buffer>) => Promise<Buffer> | Buffer
const LAST_BYTES = 30
const FAILURES_A_DAY = 10
const change =
  (work: (zip: Buffer) => void): Broken =>
  async (files) => {
    const zip = await zipOf(files)
    work(zip)
    return zip
  }
const posts = 'data/posts.json'
const withPosts =
  (json: string | Buffer): Broken =>
  (files) =>
    zipOf({ ...files, [posts]: json })
const named =
  (name: string): Broken =>
  async (files) => {
    const stand = 'x'.repeat(Buffer.byteLength(name))
    const zip = await zipOf({ ...files, [stand]: 'x' })
    for (let at = zip.indexOf(stand); at >= 0; at = zip.indexOf(stand)) zip.write(name, at)
    return zip
  }
const FAKE_SIZE = 0xffff_fff0
/** Where no file has anything: what reads a file throws at once. */
const NOWHERE = Buffer.alloc(8, 0xff)
const ZIP64_EXTRA_HEAD = Buffer.from([1, 0, 8, 0])
/** The end of a zip that says its list of files stands nowhere. */
const withListNowhere = Buffer.concat([
  ...[Buffer.from('PK\u0006\u0007'), Buffer.alloc(4), NOWHERE, Buffer.from([1, 0, 0, 0])],
  ...[Buffer.from('PK\u0005\u0006'), Buffer.alloc(18)],
])
/** The file of this name stands nowhere. */
function moveNowhere(zip: Buffer, path: string): Buffer {
  const at = listedAt(zip, path)
  const extraAt = at + 46 + zip.readUInt16LE(at + 28)
  const moved = Buffer.concat([
    ...[zip.subarray(0, extraAt), ZIP64_EXTRA_HEAD, NOWHERE, zip.subarray(extraAt)],
  ])
  const more = ZIP64_EXTRA_HEAD.length + NOWHERE.length
  moved.writeUInt16LE(moved.readUInt16LE(at + 30) + more, at + 30)
  moved.writeUInt32LE(0xffff_ffff, at + 42)
  const end = moved.length - 22
  moved.writeUInt32LE(moved.readUInt32LE(end + 12) + more, end + 12)
  return moved
}
const tries: [string, Broken, string][] = [
  ['is a picture', () => testImage(), MESSAGES.notAnArchive],
  ['has its list nowhere', () => withListNowhere, MESSAGES.broken],
  [
    'has its profile nowhere',
    async (files) => moveNowhere(await zipOf(files), 'data/profile.json'),
    MESSAGES.broken,
  ],
  ['is cut off', async (files) => (await zipOf(files)).subarray(0, -LAST_BYTES), MESSAGES.broken],
  ['is a zip of something else', () => zipOf({ 'a.txt': 'a' }), MESSAGES.notAnArchive],
  [
    'has a profile of nobody',
    (files) => zipOf({ ...files, 'data/profile.json': '[]' }),
    MESSAGES.notAnArchive,
  ],
  [
    'has a name so deep that it cannot be compared',
    (files) =>
      zipOf({
        ...files,
        'data/profile.json': `{"schema":1,"username":{"length":${'['.repeat(20_000)}${']'.repeat(20_000)}}}`,
      }),
    MESSAGES.notAnArchive,
  ],
  [
    'is of a newer kind',
    (files) => zipOf({ ...files, 'data/profile.json': '{"schema":2}' }),
    MESSAGES.newer,
  ],
  ['has JSON that ends early', withPosts('{"schema":1,"posts":[{"a":'), MESSAGES.notAnArchive],
  ['has JSON that is none', withPosts('{"schema":1,"posts":[{"a":1},,]}'), MESSAGES.notAnArchive],
  ['has another list', withPosts('{"schema":1,"notes":[1]}'), MESSAGES.notAnArchive],
  [
    'nests without an end',
    withPosts(`{"schema":1,"posts":[${'['.repeat(99_999)}`),
    MESSAGES.notAnArchive,
  ],
  ['has a zip in it', async (files) => withPosts(await zipOf(files))(files), MESSAGES.notAnArchive],
  [
    'has more friends than anybody',
    (files) =>
      zipOf({ ...files, 'data/friends.json': `{"schema":1,"friends":[${'1,'.repeat(100_000)}1]}` }),
    MESSAGES.tooMuch,
  ],
  ['leads out of its folder', named('../../etc/passwd'), MESSAGES.names],
  ['leads to the root', named('/etc/passwd'), MESSAGES.names],
  ['leads there as Windows does', named('..\\..\\a'), MESSAGES.names],
  ['has a name longer than any', named('y'.repeat(256)), MESSAGES.names],
  ['has a file twice', named(posts), MESSAGES.names],
  [
    'has a link',
    (files) => zipOf({ ...files, link: '/etc/passwd' }, { link: 0o120777 }),
    MESSAGES.names,
  ],
  [
    'is locked',
    change((zip) =>
      zip.writeUInt16LE(zip.readUInt16LE(listedAt(zip, posts) + 8) | 1, listedAt(zip, posts) + 8),
    ),
    MESSAGES.locked,
  ],
  [
    'has 60,000 files',
    change((zip) => zip.writeUInt16LE(60_000, zip.length - 12)),
    MESSAGES.tooManyFiles,
  ],
  [
    'says it has 4 GB of posts',
    change((zip) => zip.writeUInt32LE(FAKE_SIZE, listedAt(zip, posts) + 24)),
    MESSAGES.tooMuch,
  ],
  [
    'has more posts than it says',
    change((zip) => zip.writeUInt32LE(9, listedAt(zip, posts) + 24)),
    MESSAGES.broken,
  ],
  [
    'has far more than its bytes',
    change((zip) => zip.writeUInt32LE(300 * 1024 ** 2, listedAt(zip, 'data/friends.json') + 24)),
    MESSAGES.tooMuch,
  ],
  [
    'has the same bytes as two files',
    // Of one length, so that nothing else is wrong with them.
    async (files) => {
      const [one, other] = ['pictures/1.webp', 'pictures/2.webp']
      const zip = await zipOf({ ...files, [one]: 'same', [other]: 'same' })
      zip.writeUInt32LE(zip.readUInt32LE(listedAt(zip, one) + 42), listedAt(zip, other) + 42)
      return zip
    },
    MESSAGES.broken,
  ],
]

it('an archive that is not to be trusted says why nothing of it was read', async () => {
  const here = await openScopedTestServer({ rateLimits: true })
  const found: [string, string | null][] = []
  const files = await filesWith([line('Tea')])
  let member = await here.join(ada)
  for (const [index, [what, broken]] of tries.entries()) {
    if (index > 0 && index % FAILURES_A_DAY === 0) {
      const { statusCode, body } = await sendPiece(here, member, Buffer.from('PK'))
      expect([statusCode, JSON.parse(body).msg]).toEqual([429, MESSAGES.tooManyFailed])
      const name = `Ada${index}`
      member = await here.join({ ...ada, username: name, email: `${name}@example.org` })
    }
    const status = await importArchive(here, member, await broken(files))
    found.push([what, status.state === 'failed' ? status.problem : status.state])
  }
  expect(found).toEqual(tries.map(([what, , sentence]) => [what, sentence]))
  const { posts: shown } = (
    await here.call('GET', `/users/${member.user._id}/posts`, { as: member })
  ).json()
  expect(shown).toEqual([])
  // That another would have been read.
  const packed = Object.entries(files).map(([path, content]) => [`Snug of Ada/${path}`, content])
  const inFolder = await importArchive(here, member, await zipOf(Object.fromEntries(packed)))
  expect(inFolder).toMatchObject({ state: 'read', postsRead: 1 })
})

it('pictures that are nowhere, or do not unpack while posts are read, are left out', async () => {
  const here = await openScopedTestServer()
  const member = await here.join(ada)
  const { file: first } = IMAGE
  const names = Array.from({ length: 200 }, (_, n) => first.replace('456789abcdef', `${1e11 + n}`))
  const noise = randomBytes(140_000)
  const posts = [first, ...names].map((file) =>
    line(`${file} ${randomBytes(8_000).toString('base64')}`.slice(0, 5_000), {
      images: [{ file, width: 64, height: 48, alt: '' }],
    }),
  )
  const files = {
    ...(await filesWith(posts)),
    ...Object.fromEntries(names.map((name) => [name, noise])),
  }
  const zip = moveNowhere(await zipOf(files), first)
  for (const name of names) zip.fill(0xff, contentAt(zip, name), contentAt(zip, name) + 8)
  expect(await importArchive(here, member, zip)).toMatchObject({
    ...{ state: 'read', postsRead: posts.length, imagesNotRead: posts.length },
  })
})

it('lines that are no posts are passed over many at a time, so that others wait for little', async () => {
  const here = await openScopedTestServer()
  const member = await here.join(ada)
  const files = await filesWith([...Array(1_500).fill({}), line('Tea'), ...Array(500).fill(7)])
  const zip = await zipOf(files)
  // It is asked for room once more for each few that are written.
  const asked = vi.spyOn(here.services.imports, 'hasRoom')
  expect(await importArchive(here, member, zip)).toMatchObject({
    ...{ state: 'read', postsRead: 1, postsNotRead: 2_000 },
  })
  expect(asked.mock.calls.length).toBeLessThan(10)
})

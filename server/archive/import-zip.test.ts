import { expect, it } from 'vitest'
import { MESSAGES } from '../../contract/import.ts'
import { importArchive, sendPiece } from '../../tests/archives.ts'
import { filesWith, line } from '../../tests/made-archives.ts'
import { ada } from '../../tests/people.ts'
import { picture } from '../../tests/pictures.ts'
import { openScopedTestServer } from '../../tests/scoped-test-server.ts'
import { listedAt, zipOf } from '../../tests/zip-files.ts'

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
const tries: [string, Broken, string][] = [
  ['is a picture', () => picture(), MESSAGES.notAnArchive],
  ['is cut off', async (files) => (await zipOf(files)).subarray(0, -LAST_BYTES), MESSAGES.broken],
  ['is a zip of something else', () => zipOf({ 'a.txt': 'a' }), MESSAGES.notAnArchive],
  [
    'has a profile of nobody',
    (files) => zipOf({ ...files, 'data/profile.json': '[]' }),
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

import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { archiveWith, IMAGE, line } from '../made-archives.ts'
import { form } from '../test-images.ts'
import { filesOfZip } from '../zip-files.ts'
import { killUnderWay } from './kill-under-way.ts'
import { type Community, openCommunity } from './writing.ts'

// Power cuts in the midst of reading an archive, and of packing one.

let community: Community
beforeEach(async () => {
  community = await openCommunity(2)
})
afterEach(() => community.close())

const POSTS = 1_000
/** So many random ones that what is packed is more than one file long. */
const POST_BYTES = 3_600

it('an archive is read, and another packed, once and whole, whatever ends the server meanwhile', async () => {
  const { server, db, call, members } = community
  const [, member] = members
  if (!member) throw new Error('Nobody is there.')
  const texts = Array.from(
    { length: POSTS },
    (_, index) => `${index} ${randomBytes(POST_BYTES).toString('base64')}`,
  )
  const imaged = (index: number) => (index === POSTS - 1 ? [IMAGE] : [])
  const posts = texts.map((text, index) => line(text, { images: imaged(index) }))
  const bytes = await archiveWith(posts)
  const piece = { name: 'piece', filename: 'piece', bytes }
  const sent = form({ bytes: String(bytes.length), offset: '0' }, piece)
  const importPath = '/users/me/import'
  expect((await call('POST', importPath, member.token, sent)).status).toBe(202)

  const ofMember = () => db.selectFrom('posts').where('author_id', '=', member.id)
  const countPosts = async () => (await ofMember().select('id').execute()).length
  await killUnderWay(db, 'imports', ({ place }) => place > 0, server.kill)
  const before = await db.selectFrom('imports').selectAll().executeTakeFirstOrThrow()
  expect(before.state).toBe('reading')
  expect(before.place).toBeLessThan(POSTS)
  expect([before.place, before.posts_read]).toEqual([await countPosts(), await countPosts()])
  await comeBack('imports')
  await expect
    .poll(async () => (await call('GET', importPath, member.token)).body)
    .toMatchObject({ state: 'read', postsRead: POSTS, postsNotRead: 0, imagesNotRead: 0 })
  const rows = await ofMember().select(['text', 'image_count']).orderBy('id').execute()
  expect(rows.map(({ text }) => text)).toEqual(texts)
  expect(rows.reduce((sum, { image_count }) => sum + image_count, 0)).toBe(1)
  // Its file goes once that is written.
  await expect.poll(() => readdir(join(server.dataDir, 'imports'))).toEqual([])

  const archivePath = '/users/me/archive'
  expect((await call('POST', archivePath, member.token)).status).toBe(202)
  const archive = () => db.selectFrom('archives').selectAll().executeTakeFirstOrThrow()
  await killUnderWay(db, 'archives', ({ part_count }) => part_count > 0, server.kill)
  const cut = await archive()
  expect(cut.made_at).toBeNull()
  await comeBack('archives')
  await expect.poll(async () => (await archive()).made_at).not.toBeNull()
  const made = await archive()
  // Nothing is left of what was cut off.
  const kept = await readdir(join(server.dataDir, 'archives'), { recursive: true })
  const parts = kept.filter((path) => path.endsWith('.part'))
  expect(parts).toHaveLength(made.part_count)
  expect(parts.filter((path) => !path.includes(made.file_id ?? 'no file'))).toEqual([])
  const told = await db
    .selectFrom('notifications')
    .select('kind')
    .where('user_id', '=', member.id)
    .orderBy('id')
    .execute()
  expect(told.map(({ kind }) => kind)).toEqual(['import_done', 'archive_ready'])
  const files = await filesOfZip(await download(member.token))
  const packed = JSON.parse(String(files.get('data/posts.json'))).posts
  expect(packed.map(({ text }: { text: string }) => text)).toEqual(texts)
})

/** As if the time had passed after which a process that says nothing is taken for gone. */
async function comeBack(table: 'imports' | 'archives') {
  await community.db.updateTable(table).set({ held_until: 0 }).execute()
  await community.server.start()
}

async function download(token: string): Promise<Buffer> {
  const { origin } = community.server
  const headers = { 'x-auth-token': token }
  const link = await fetch(`${origin}/api/users/me/archive/link`, { method: 'POST', headers })
  const { url } = (await link.json()) as { url: string }
  const cookie = link.headers.get('set-cookie')?.split(';')[0] ?? ''
  const answer = await fetch(`${origin}${url}`, { headers: { cookie } })
  return Buffer.from(await answer.arrayBuffer())
}

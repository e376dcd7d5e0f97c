import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Post } from '../../../contract/posts.ts'
import { readAs } from '../../../tests/actions/calls.ts'
import { postWithImage } from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { connect } from '../../../tests/realtime-client.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { newId } from '../../platform/ids.ts'

// A post of a hundred thousand comments goes at once; they follow a little at a time.

const REPLIES = 180
const COMMENTS = 300
const AT_MOST_AT_ONCE = 100

let server: TestServer
let admin: Member
let author: Member
let friend: Member
let shown: Post
beforeEach(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
  author = await server.join(ben)
  friend = await server.join(cleo)
  shown = await postWithImage(server, author)
  await server.call('POST', `/posts/${shown._id}/like`, { as: friend })
  const [first] = await addComments(1, null)
  await addComments(REPLIES, first ?? null)
  await addComments(COMMENTS - REPLIES - 2, null)
  await server.call('POST', `/posts/${shown._id}/comments`, { as: friend, body: { text: 'Last' } })
  const posts = db().updateTable('posts').set({ comment_count: COMMENTS })
  await posts.where('id', '=', Number(shown._id)).execute()
})
afterEach(() => server.close())

const db = () => server.services.db
const path = () => `/posts/${shown._id}`
const remove = () => server.call('DELETE', path(), { as: author })
const open = async (url: string) => (await server.app.inject({ url })).statusCode

async function addComments(count: number, parent_id: number | null): Promise<number[]> {
  const rows = Array.from({ length: count }, (_, index) => ({
    ...{ id: newId(), post_id: Number(shown._id), author_id: friend.id },
    ...{ text: 'Word', created_at: index, parent_id },
  }))
  await db().insertInto('comments').values(rows).execute()
  return rows.map(({ id }) => id)
}

async function countOf(table: 'posts' | 'comments' | 'post_reactions' | 'deleted_posts') {
  const query = db()
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
  return Number((await query.executeTakeFirstOrThrow()).count)
}

const unread = async (as: Member) => (await readAs(server, as, '/notifications/count')).count

it('is out of everybody’s sight at once, with what was made of it', async () => {
  await server.services.postJobs.stop()
  const address = shown.image?.sources[0]?.url ?? ''
  const ofAdmin = (await readAs(server, admin, path())).image.sources[0].url
  expect([await open(address), await open(ofAdmin), await unread(author)]).toEqual([200, 200, 1])
  const lines = await Promise.all([author, friend].map((one) => connect(server, one)))
  for (const line of lines) line.send({ type: 'watch_feed', feed: 'public' })
  await Promise.all(lines.map((line) => line.flushed()))
  expect((await remove()).statusCode).toBe(200)
  for (const line of lines)
    expect(await line.next('post_changed')).toEqual({ type: 'post_changed', postId: shown._id })
  expect(await countOf('comments')).toBeGreaterThan(0)

  for (const as of [author, friend, admin])
    for (const [method, at] of [
      ['GET', path()],
      ['GET', `${path()}/comments`],
      ['POST', `${path()}/comments`],
      ['POST', `${path()}/like`],
      ['DELETE', path()],
    ] as const)
      expect(
        [method, at, (await server.call(method, at, { as, body: { text: 'More' } })).statusCode],
        `${method} ${at}`,
      ).toEqual([method, at, 404])
  for (const feed of ['/posts/public', `/users/${author.user._id}/posts`])
    expect((await readAs(server, friend, feed)).posts).toEqual([])
  expect((await readAs(server, admin, '/posts/public')).posts).toEqual([])
  expect([await open(address), await open(ofAdmin), await unread(author)]).toEqual([404, 404, 0])
  expect((await readAs(server, admin, '/admin/stats')).posts).toBe(0)
})

it('goes a little at a time, and the next process goes on where one ended', async () => {
  await server.services.postJobs.stop()
  await remove()
  expect(await countOf('comments')).toBeGreaterThanOrEqual(COMMENTS - AT_MOST_AT_ONCE)
  expect([await countOf('posts'), await countOf('deleted_posts')]).toEqual([1, 1])

  const next = await openTestServer({ beside: server })
  await expect.poll(() => countOf('deleted_posts')).toBe(0)
  expect([await countOf('posts'), await countOf('comments')]).toEqual([0, 0])
  expect(await countOf('post_reactions')).toBe(0)
  const stats = await readAs(server, await server.signIn(ada), '/admin/stats')
  expect([stats.posts, stats.comments]).toEqual([0, 0])
  await next.close()
})

it('is gone with its comments and its picture by the answer, where that takes no second', async () => {
  const address = shown.image?.sources[0]?.url ?? ''
  const began = performance.now()
  await remove()
  // On a machine that has much else to do it takes its second, and is done after the answer.
  if (performance.now() - began >= 1_000) await server.services.postJobs.finish(Number(shown._id))
  expect([await countOf('posts'), await countOf('comments')]).toEqual([0, 0])
  await server.services.images.sweepSoon()
  expect(await db().selectFrom('images').select('id').execute()).toEqual([])
  expect(await open(address)).toBe(404)
})

it('goes with the account of its author, also in the midst of it', async () => {
  await server.services.postJobs.stop()
  await remove()
  await server.call('DELETE', '/users/me', { as: author })
  await server.services.accountJobs.settled()
  expect([await countOf('posts'), await countOf('comments')]).toEqual([0, 0])
  const next = await openTestServer({ beside: server })
  await expect.poll(() => countOf('deleted_posts')).toBe(0)
  await next.close()
})

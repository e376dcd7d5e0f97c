import fc from 'fast-check'
import type { CompiledQuery } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { PostAudience } from '../../../contract/posts.ts'
import {
  befriend,
  feed,
  makePrivate,
  manyPosts,
  post,
  unfriend,
} from '../../../tests/actions/post-actions.ts'
import { ada, ben, cleo, ivy } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { LAST_ID } from '../../platform/ids.ts'
import { friendsFeed } from './feed-queries.ts'
import { readFeed } from './feeds.ts'
import { NewestPosts } from './newest-posts.ts'
import { POSTS_KEPT } from './newest-posts-queries.ts'

// Whatever happens, and in whichever process, a gathered page is the one the database would give.

let server: TestServer
let beside: TestServer
let members: Member[]
beforeEach(async () => {
  server = await openTestServer()
  beside = await openTestServer({ beside: server })
  members = []
  for (const person of [ada, ben, cleo, ivy]) members.push(await server.join(person))
})
afterEach(async () => {
  await beside.close()
  await server.close()
})

const PAGE = { before: LAST_ID, limit: 11, offset: 0 }

/** The first pages of everybody's feed over HTTP in both processes, beside the database's own. */
async function expectSameFeeds() {
  for (const reader of members)
    for (const process of [server, beside]) {
      let cursor: string | null = ''
      let before = LAST_ID
      for (let pages = 0; cursor !== null && pages < 4; pages++) {
        const page = await feed(process, reader, 'friends', cursor && `?cursor=${cursor}`)
        const expected = await friendsFeed(server.services.db, reader.id, { ...PAGE, before })
        expect(page.posts.map(({ _id }) => Number(_id))).toEqual(
          expected.slice(0, 10).map(({ id }) => id),
        )
        cursor = page.pagination.nextCursor
        expect(cursor !== null).toBe(expected.length > 10)
        before = Number(cursor)
      }
    }
}

type Act = { act: keyof typeof ACTS; by: number; to: number; beside: boolean }

const ACTS = {
  post: (there, by) => post(there, by, 'Tea'),
  'post for the squad': (there, by) => post(there, by, 'Tea for few', 'squad'),
  'choose the squad': (there, by, to) =>
    there.call('PUT', '/users/squad', { as: by, body: { squad: [to.user._id] } }),
  'empty the squad': (there, by) =>
    there.call('PUT', '/users/squad', { as: by, body: { squad: [] } }),
  'narrow the newest': (there, by) => changeNewest(there, by, 'squad'),
  'widen the newest': (there, by) => changeNewest(there, by, 'profile'),
  'many posts': (there, by) => manyPosts(there, by, 9),
  'delete the newest': async (there, by) => {
    const [newest] = await friendsFeed(there.services.db, by.id, PAGE)
    if (newest) await there.call('DELETE', `/posts/${newest.id}`, { as: by })
  },
  befriend: (there, by, to) => (by.id === to.id ? null : befriend(there, by, to)),
  unfriend: (there, by, to) => unfriend(there, by, to),
  private: (there, by) => makePrivate(there, by),
  public: (there, by) => makePrivate(there, by, false),
  mute: (there, by, to) =>
    there.call('PUT', `/users/${to.user._id}/mute`, { as: by, body: { until: null } }),
  unmute: (there, by, to) => there.call('DELETE', `/users/${to.user._id}/mute`, { as: by }),
  block: (there, by, to) => there.call('PUT', `/users/${to.user._id}/block`, { as: by }),
  unblock: (there, by, to) => there.call('DELETE', `/users/${to.user._id}/block`, { as: by }),
} satisfies Record<string, (there: TestServer, by: Member, to: Member) => unknown>

async function changeNewest(there: TestServer, by: Member, audience: PostAudience) {
  const [newest] = await friendsFeed(there.services.db, by.id, PAGE)
  if (newest)
    await there.call('PUT', `/posts/${newest.id}/audience`, { as: by, body: { audience } })
}

const anyAct: fc.Arbitrary<Act> = fc.record({
  act: fc.constantFrom(...(Object.keys(ACTS) as Act['act'][])),
  by: fc.nat(2),
  to: fc.nat(3),
  beside: fc.boolean(),
})

/** The database, which lets somebody see the rows of each statement before they are answered. */
function withResults(see: (rows: unknown[]) => Promise<void>) {
  // As any other, but for this test alone.
  const db = server.services.db.withoutPlugins()
  const executor = db.getExecutor()
  const provide = executor.provideConnection.bind(executor)
  vi.spyOn(executor, 'provideConnection').mockImplementation((consumer, options) =>
    provide(
      (connection) =>
        consumer({
          ...connection,
          async executeQuery<Row>(query: CompiledQuery) {
            const result = await connection.executeQuery<Row>(query)
            await see(result.rows)
            return result
          },
        }),
      options,
    ),
  )
  return db
}

describe('a gathered page', () => {
  it('is the one of the database, whatever happened in between and where', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyAct, { minLength: 3, maxLength: 15 }), async (acts) => {
        for (const { act, by, to, beside: isBeside } of acts) {
          const [actor, other] = [members[by], members[to]]
          if (actor && other) await ACTS[act](isBeside ? beside : server, actor, other)
          await expectSameFeeds()
        }
      }),
      { numRuns: 8 },
    )
  })

  it('loses the posts of a deleted account in both processes', async () => {
    const [reader, author, other] = members as [Member, Member, Member]
    await befriend(server, reader, author)
    await befriend(server, reader, other)
    await manyPosts(server, author, POSTS_KEPT + 8)
    await manyPosts(server, other, 15)
    await expectSameFeeds()
    const mark = { deleted_at: 1 }
    await server.services.db.updateTable('users').set(mark).where('id', '=', other.id).execute()
    members = [reader, author]
    await expectSameFeeds()
    await server.call('DELETE', '/users/me', { as: author })
    members = [reader]
    await expectSameFeeds()
    expect((await feed(beside, reader, 'friends')).posts).toEqual([])
  })

  it('is right for who reads while others post', async () => {
    const [reader, author] = members as [Member, Member]
    await befriend(server, reader, author)
    for (let round = 0; round < 10; round++) {
      const [made] = await Promise.all([
        post(server, author, `Post ${round}`),
        feed(server, reader, 'friends'),
        feed(beside, reader, 'friends'),
      ])
      for (const process of [server, beside])
        expect((await feed(process, reader, 'friends')).posts[0]?._id).toBe(made._id)
    }
  })

  it('takes one question where this process is told that somebody posted', async () => {
    const [reader, author] = members as [Member, Member]
    await befriend(server, reader, author)
    let asked = 0
    const db = withResults(async () => void asked++)
    const actor = { id: reader.id, username: 'ben', isAdmin: false, sessionId: '' }
    const read = () => readFeed(actor, { ...server.services, db }, 'friends', { page: 1 })
    await read()
    const made = await post(server, author, 'Tea')
    asked = 0
    expect((await read()).cards.map(({ post }) => post._id)).toEqual([made._id])
    expect(asked).toBe(1)
  })

  it('is right where what was read of new posts comes late', async () => {
    const [reader, author] = members as [Member, Member]
    await befriend(server, reader, author)
    const newestPosts = new NewestPosts()
    const { db } = server.services
    await newestPosts.page(db, reader.id, PAGE)
    await post(server, author, 'Tea for few', 'squad')
    const [read, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const slowDb = withResults(async (rows) => {
      if (!rows.some((row) => 'seq' in (row as object))) return
      read.resolve()
      await late.promise
    })
    const slow = newestPosts.page(slowDb, reader.id, PAGE)
    await read.promise
    await changeNewest(server, author, 'profile')
    const page = await newestPosts.page(db, reader.id, PAGE)
    expect(page).toHaveLength(1)
    late.resolve()
    await slow
    expect(await newestPosts.page(db, reader.id, PAGE)).toEqual(page)
  })

  it('comes from memory, but for what is older than what is kept', async () => {
    const [reader, author] = members as [Member, Member]
    await befriend(server, reader, author)
    await manyPosts(server, author, POSTS_KEPT + 1)
    const newestPosts = new NewestPosts()
    const { db } = server.services
    const first = await newestPosts.page(db, reader.id, PAGE)
    expect(first).toHaveLength(PAGE.limit)
    const before = first?.at(-1)?.id ?? 0
    const second = await newestPosts.page(db, reader.id, { ...PAGE, before })
    expect(second).toHaveLength(PAGE.limit)
    const last = second?.at(-1)?.id ?? 0
    expect(await newestPosts.page(db, reader.id, { ...PAGE, before: last })).toBeUndefined()
  })

  it('is found where a friend’s posts are hidden, and where nobody has posted', async () => {
    const [reader, author, other] = members as [Member, Member, Member]
    const newestPosts = new NewestPosts()
    const { db } = server.services
    expect(await newestPosts.page(db, reader.id, PAGE)).toEqual([])
    await befriend(server, reader, author)
    await befriend(server, reader, other)
    await manyPosts(server, other, 20)
    await manyPosts(server, author, 14)
    await newestPosts.page(db, reader.id, PAGE)
    await db.deleteFrom('posts').where('author_id', '=', author.id).execute()
    const page = await newestPosts.page(db, reader.id, PAGE)
    expect(page).toEqual(await friendsFeed(db, reader.id, PAGE))
  })
})

import { afterAll, beforeAll, expect, it } from 'vitest'
import { makePrivate, manyPosts } from '../../../tests/actions/post-actions.ts'
import { lockIsAwaited } from '../../../tests/awaited-lock.ts'
import { ada, ben } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { setPrivacy } from '../../accounts/privacy.ts'
import { isPostgres, withRowLock } from '../../platform/database/portable-sql.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import { postsWithoutVisibilityCheck } from '../../visibility/visible-queries.ts'
import { deletePosts } from '../deletion/account-deletion-queries.ts'
import { updateAudience } from './audience-queries.ts'

// A profile turns private or public while one of its posts is held by who changes or deletes it.

let server: TestServer
beforeAll(async () => {
  server = await openTestServer()
})
afterAll(() => server.close())

const postsOf = (db: Queryable, { id }: Member) =>
  postsWithoutVisibilityCheck(db)
    .select(['posts.id', 'posts.is_public', 'posts.audience'])
    .where('posts.author_id', '=', id)
    .orderBy('posts.id', 'desc')
    .execute()

/** The profile turns while the newest post is held, and waits for what is done with that one. */
async function whileNewestIsHeld(
  author: Member,
  turn: () => Promise<void>,
  work: (trx: Queryable, newest: Id) => Promise<void>,
) {
  const { db } = server.services
  const [newest] = await postsOf(db, author)
  if (!newest) throw new Error('No post is there.')
  let turning: Promise<void> | undefined
  await db.transaction().execute(async (trx) => {
    const held = postsWithoutVisibilityCheck(trx).select('posts.id')
    await withRowLock(trx, held.where('posts.id', '=', newest.id)).execute()
    turning = turn()
    turning.catch(() => {})
    if (isPostgres(db)) await lockIsAwaited(db, turning)
    await work(trx, newest.id)
  })
  await turning
  await server.services.accountJobs.finish(author.id)
}

it('a profile that turns private takes along all older posts where the newest is deleted', async () => {
  const author = await server.join(ada)
  // One more than a transaction changes.
  await manyPosts(server, author, 101)
  await whileNewestIsHeld(
    author,
    () => makePrivate(server, author),
    (trx, id) => deletePosts(trx, [id]),
  )
  const left = await postsOf(server.services.db, author)
  expect(left).toHaveLength(100)
  expect(left.filter((post) => post.is_public === 1)).toEqual([])
})

it.each([
  ['friends', false],
  ['squad', false],
  ['squad', true],
] as const)(
  'a profile that turns public leaves a post alone that is for %s from then on, keeping the earlier: %s',
  async (audience, keepsEarlier) => {
    const username = `${audience}_${keepsEarlier}`
    const author = await server.join({ ...ben, username, email: `${username}@example.org` })
    await manyPosts(server, author, 2)
    await makePrivate(server, author)
    const { db } = server.services
    // As if all were written since.
    await db.updateTable('users').set({ private_since: 0 }).where('id', '=', author.id).execute()
    await whileNewestIsHeld(
      author,
      () => setPrivacy(author.id, server.services, false, keepsEarlier),
      (trx, id) => updateAudience(trx, id, audience, false),
    )
    expect(await postsOf(db, author)).toMatchObject([
      { audience, is_public: 0 },
      keepsEarlier ? { audience: 'friends', is_public: 0 } : { audience: 'profile', is_public: 1 },
    ])
  },
)

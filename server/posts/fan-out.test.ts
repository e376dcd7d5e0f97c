import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { newId } from '../platform/ids.ts'
import { enterIntoFeeds, removeFromFeeds } from './feed-entry-queries.ts'

// A post for many enters all their feeds at once, and keeps nobody who reads waiting meanwhile.

const FRIENDS = 1_000
const TURNS = FRIENDS / 100

let server: TestServer
let author: Member
beforeEach(async () => {
  server = await openTestServer()
  author = await server.join(ada)
  await befriendMany()
})
afterEach(() => server.close())

describe('a post for a thousand friends', () => {
  it('enters all their feeds in one transaction, with turns for who reads', async () => {
    const { db } = server.services
    const id = newId()
    const { result, reads } = await readingBeside(id, () =>
      db.transaction().execute(async (trx) => {
        await trx.insertInto('posts').values(postOf(id)).execute()
        return enterIntoFeeds(trx, id)
      }),
    )
    expect(result).toHaveLength(FRIENDS + 1)
    expect(new Set(result).size).toBe(FRIENDS + 1)
    expect(await entriesOf(id)).toBe(FRIENDS + 1)
    // Nobody saw a part of it.
    expect([...new Set(reads)].filter((count) => count > 0 && count <= FRIENDS)).toEqual([])
    expectTurns(reads)
  })

  it('leaves them alike', async () => {
    const { db } = server.services
    const id = newId()
    await db.insertInto('posts').values(postOf(id)).execute()
    await db.transaction().execute((trx) => enterIntoFeeds(trx, id))
    const { reads } = await readingBeside(id, () =>
      db.transaction().execute((trx) => removeFromFeeds(trx, id, author.id)),
    )
    expect(await entriesOf(id)).toBe(0)
    expect([...new Set(reads)].filter((count) => count > 0 && count <= FRIENDS)).toEqual([])
    expectTurns(reads)
  })

  /** Does the work while somebody counts the post's entries over and over. */
  async function readingBeside<Result>(id: number, work: () => Promise<Result>) {
    let isOver = false
    const reads: number[] = []
    const working = work().finally(() => {
      isOver = true
    })
    while (!isOver) reads.push(await entriesOf(id))
    return { result: await working, reads }
  }
})

/** PostgreSQL works elsewhere: who reads there waits for nobody anyway. */
function expectTurns(reads: number[]) {
  if (server.database.databaseUrl === null) expect(reads.length).toBeGreaterThanOrEqual(TURNS)
}

async function entriesOf(postId: number): Promise<number> {
  const { count } = await server.services.db
    .selectFrom('feed_entries')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

function postOf(id: number) {
  return {
    ...{ id, author_id: author.id, text: 'Tea', image_id: null, image_alt: '', created_at: 0 },
    ...{ is_public: 1, like_count: 0, dislike_count: 0, comment_count: 0 },
  }
}

/** Friends as they would be after years, quickly. */
async function befriendMany() {
  const { db } = server.services
  const { id: _, ...like } = await db
    .selectFrom('users')
    .selectAll()
    .where('id', '=', author.id)
    .executeTakeFirstOrThrow()
  const ids = Array.from({ length: FRIENDS }, (_, index) => index + 1)
  for (let start = 0; start < FRIENDS; start += 200) {
    const some = ids.slice(start, start + 200)
    const names = (id: number) => ({ username: `Guest_${id}`, username_key: `guest_${id}` })
    const mail = (id: number) => `guest_${id}@example.org`
    const users = some.map((id) => ({
      ...{ ...like, id, ...names(id), email: mail(id), email_key: mail(id) },
      user_number: 1_000 + id,
    }))
    await db.insertInto('users').values(users).execute()
    const pairs = some.flatMap((id) => [
      { user_id: author.id, friend_id: id },
      { user_id: id, friend_id: author.id },
    ])
    await db
      .insertInto('friendships')
      .values(pairs.map((pair) => ({ ...pair, created_at: 0 })))
      .execute()
  }
}

import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { befriend, feed, post, texts } from '../../../tests/actions/post-actions.ts'
import { enter, makeSpace } from '../../../tests/actions/space-actions.ts'
import { ada, ben, cleo } from '../../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../../tests/test-server.ts'
import { type Id, newId } from '../../platform/ids.ts'
import type { TransactionHooks } from '../../services.ts'

// However much somebody wrote, no transaction of its removal changes more than a few hundred rows.

const ROWS_AT_MOST = 450

let server: TestServer
let reader: Member
let writer: Member
let friend: Member
beforeEach(async () => {
  server = await openTestServer()
  reader = await server.join(ada)
  writer = await server.join(ben)
  friend = await server.join(cleo)
})
afterEach(() => server.close())

const many = <Row>(count: number, row: (index: number) => Row) =>
  Array.from({ length: count }, (_, index) => row(index))

async function addPosts(author: Member, count: number): Promise<Id[]> {
  const rows = many(count, (index) => ({
    ...{ id: newId(), author_id: author.id, text: `Post ${index}` },
    ...{ created_at: index, is_public: 1, like_count: 0, dislike_count: 0, comment_count: 0 },
  }))
  for (let from = 0; from < count; from += 100)
    await server.services.db
      .insertInto('posts')
      .values(rows.slice(from, from + 100))
      .execute()
  return rows.map(({ id }) => id)
}

/** Likes, vibes and comments of one member under all of these posts. */
async function reactTo(ids: Id[], as: Member) {
  const { db } = server.services
  const user_id = as.id
  for (let from = 0; from < ids.length; from += 100) {
    const some = ids.slice(from, from + 100)
    await db
      .insertInto('post_reactions')
      .values(some.map((post_id) => ({ post_id, user_id, kind: 'like' as const })))
      .execute()
    await db
      .insertInto('vibes')
      .values(some.map((post_id) => ({ post_id, user_id, emoji: '🫖' })))
      .execute()
    await db
      .insertInto('vibe_counts')
      .values(some.map((post_id) => ({ post_id, emoji: '🫖', count: 1 })))
      .onConflict((c) =>
        c
          .columns(['post_id', 'emoji'])
          .doUpdateSet((eb) => ({ count: eb('vibe_counts.count', '+', 1) })),
      )
      .execute()
    const comments = some.map((post_id) => ({ id: newId(), post_id, author_id: user_id }))
    await db
      .insertInto('comments')
      .values(comments.map((comment) => ({ ...comment, text: 'Tea', created_at: 0 })))
      .execute()
    await db
      .updateTable('posts')
      .set((eb) => ({
        like_count: eb('like_count', '+', 1),
        comment_count: eb('comment_count', '+', 1),
      }))
      .where('id', 'in', some)
      .execute()
  }
}

async function sayMuch(spaceId: Id, as: Member, count: number) {
  const rows = many(count, (index) => ({
    ...{ id: newId(), space_id: spaceId, seq: index + 1, change_seq: index + 1, content: 'Word' },
    ...{ sender_id: as.id, client_id: null, created_at: index, edited_at: null, is_deleted: 0 },
  }))
  for (let from = 0; from < count; from += 100)
    await server.services.db
      .insertInto('space_messages')
      .values(rows.slice(from, from + 100))
      .execute()
  const space = server.services.db.updateTable('spaces').set({ last_seq: count })
  await space.where('id', '=', spaceId).execute()
}

/** Counts the rows that each slice changes, those that follow by a foreign key among them. */
function countRows(hooks: TransactionHooks): number[] {
  const counted: number[] = []
  const change =
    <Given extends unknown[]>(
      slice: (mutation: Mutation, ...given: Given) => Promise<boolean>,
    ): typeof slice =>
    async (mutation, ...given) => {
      const before = await totalChanges(mutation)
      const isMore = await slice(mutation, ...given)
      counted.push((await totalChanges(mutation)) - before)
      return isMore
    }
  hooks.accountDeleted = change(hooks.accountDeleted)
  hooks.privacyChanged = change(hooks.privacyChanged)
  return counted
}
type Mutation = Parameters<TransactionHooks['privacyChanged']>[0]

/** PostgreSQL has no such count; there the slices are the same. */
async function totalChanges({ trx }: Mutation): Promise<number> {
  if (server.database.databaseUrl !== null) return 0
  const { rows } = await sql<{ count: number }>`select total_changes() as count`.execute(trx)
  return rows[0]?.count ?? 0
}

it('a long life is removed a little at a time, and the counts of others are right', async () => {
  await befriend(server, writer, friend)
  const theirs = await addPosts(reader, 600)
  const own = await addPosts(writer, 300)
  for (const as of [writer, friend]) await reactTo(theirs, as)
  await reactTo(own, friend)
  const famous = await post(server, writer, 'Famous')
  const { db, hooks, accountJobs } = server.services
  const crowd = many(700, (index) => ({ post_id: Number(famous._id), user_id: reader.id, index }))
  await db
    .insertInto('vibes')
    .values(crowd.map(({ index, ...row }) => ({ ...row, emoji: `vibe ${index}` })))
    .execute()
  const space = await makeSpace(server, reader)
  await enter(server, writer, space)
  await sayMuch(Number(space._id), writer, 400)
  const alone = await makeSpace(server, writer)
  await sayMuch(Number(alone._id), reader, 400)

  const rows = countRows(hooks)
  expect((await server.call('DELETE', '/users/me', { as: writer })).statusCode).toBe(200)
  await accountJobs.finish(writer.id)
  expect(rows.length).toBeGreaterThan(30)
  expect(Math.max(...rows)).toBeLessThan(ROWS_AT_MOST)
  const users = db.selectFrom('users').select('id').where('id', '=', writer.id)
  expect(await users.execute()).toEqual([])
  const kept = await db.selectFrom('posts').select(['id', 'like_count', 'comment_count']).execute()
  expect(kept).toHaveLength(600)
  expect(new Set(kept.map((each) => `${each.like_count} ${each.comment_count}`))).toEqual(
    new Set(['1 1']),
  )
  const vibes = await db.selectFrom('vibe_counts').select('count').execute()
  expect([vibes.length, new Set(vibes.map(({ count }) => count))]).toEqual([600, new Set([1])])
})

describe('a change of privacy with many posts', () => {
  const shown = async () => texts(await feed(server, reader, 'public'))
  const setPrivate = (isPrivate: boolean) =>
    server.call('PUT', '/users/privacy', { as: writer, body: { isPrivate } })

  it('hides all of them at once, though they are changed a little at a time', async () => {
    await addPosts(writer, 350)
    const { hooks, accountJobs, db } = server.services
    const rows = countRows(hooks)
    expect(await shown()).toHaveLength(10)
    // As if the process ended right after the first step.
    await accountJobs.stop()
    await setPrivate(true)
    expect(rows).toHaveLength(1)
    expect(await shown()).toEqual([])
    const next = await openTestServer({ beside: server })
    const open = db.selectFrom('posts').select('id').where('is_public', '=', 1)
    await expect.poll(() => open.execute()).toEqual([])
    await next.close()
    expect(await shown()).toEqual([])
  })

  it('shows all of them again, and does nothing where it is so already', async () => {
    await addPosts(writer, 350)
    const { hooks, accountJobs, db } = server.services
    const rows = countRows(hooks)
    for (const isPrivate of [true, false]) await setPrivate(isPrivate)
    await accountJobs.finish(writer.id)
    expect(await shown()).toHaveLength(10)
    const open = db.selectFrom('posts').select('id').where('is_public', '=', 1)
    expect(await open.execute()).toHaveLength(350)
    expect(Math.max(...rows)).toBeLessThan(ROWS_AT_MOST)
    const before = rows.length
    const changing = db.selectFrom('users').select('id').where('is_privacy_changing', '=', 1)
    expect(await changing.execute()).toEqual([])
    await setPrivate(false)
    expect(rows.length).toBe(before)
  })
})

import { sql } from 'kysely'
import { expect, it, onTestFinished, vi } from 'vitest'
import { befriend, post } from '../../tests/actions/post-actions.ts'
import { openTestDatabase } from '../../tests/database.ts'
import { ada, others } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import type { Queryable, Schema } from '../schema.ts'

// Members who befriend, block, choose and comment at once, through two processes on one database.

const TURNS = 1_000
const AT_ONCE = 16

async function openTwo() {
  const database = await openTestDatabase()
  const one = await openTestServer({ beside: { database } })
  const other = await openTestServer({ beside: { database } })
  let isOpen = true
  const closeServers = async () => {
    if (isOpen) await Promise.all([one.close(), other.close()])
    isOpen = false
  }
  onTestFinished(async () => {
    await closeServers()
    await database.close()
  })
  return { servers: [one, other] as const, db: database.connect<Schema>(), closeServers }
}

type Call = [method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object]

/** What is done in turn: the same in each run, though not at the same moments. */
const ACTS: ((two: { me: Member; other: Member; post: string }) => Call[])[] = [
  ({ other }) => [['PUT', '/users/squad', { squad: [other.user._id] }]],
  ({ post }) => [['POST', `/posts/${post}/comments`, { text: 'Good morning' }]],
  () => [['PUT', '/users/privacy', { isPrivate: true }]],
  ({ other }) => [
    ['PUT', `/users/${other.user._id}/block`],
    ['DELETE', `/users/${other.user._id}/block`],
    ['POST', `/users/friend-request/${other.user._id}`],
  ],
  ({ post }) => [['POST', `/posts/${post}/comments`, { text: 'And to you' }]],
  () => [['PUT', '/users/privacy', { isPrivate: false }]],
  ({ other }) => [['POST', `/users/friend-request/${other.user._id}/accept`]],
  ({ post }) => [['POST', `/posts/${post}/comments`, { text: 'Tea?' }]],
  ({ other }) => [['POST', `/users/friend-request/${other.user._id}`]],
]

/** With which statuses they are answered. */
async function storm(servers: readonly TestServer[], members: Member[], posts: string[]) {
  const statuses = new Set<number>()
  const worker = async (number: number) => {
    for (let turn = number; turn < TURNS; turn += AT_ONCE) {
      const server = servers[turn % servers.length]
      // Any two meet, and every act meets every other.
      const at = (turn * 5) % members.length
      const otherAt = (at + 1 + (Math.trunc(turn / 3) % (members.length - 1))) % members.length
      const [me, other, post] = [members[at], members[otherAt], posts[otherAt]]
      const act = ACTS[(turn + Math.trunc(turn / ACTS.length)) % ACTS.length]
      if (!server || !me || !other || !post || !act) throw new Error('Nobody is there.')
      for (const [method, path, body] of act({ me, other, post })) {
        const answer = await server.call(method, path, { as: me, ...(body && { body }) })
        statuses.add(answer.statusCode)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, number) => worker(number)))
  return statuses
}

/** A session says what it met at its end. */
async function sessionsEnded(db: Queryable) {
  await vi.waitFor(async () => {
    const query = sql`select 1 from pg_stat_activity where datname = current_database()
      and application_name = 'snug' and pid <> pg_backend_pid()`
    expect((await query.execute(db)).rows).toEqual([])
  })
}

/** Since the database was made, which tests before may have used. */
async function deadlocks(db: Queryable): Promise<number> {
  if (!isPostgres(db)) return 0
  const counted = sql<{ count: number }>`
    select deadlocks::int as count from pg_stat_database where datname = current_database()`
  return (await counted.execute(db)).rows[0]?.count ?? 0
}

it('hold up each other in no circle, and leave no friendship beside a block', async () => {
  const { servers, db, closeServers } = await openTwo()
  const [server] = servers
  const members: Member[] = []
  for (const person of [ada, ...others.slice(0, 3)]) members.push(await server.join(person))
  const posts: string[] = []
  for (const member of members) posts.push((await post(server, member, 'Hello'))._id)
  for (const [at, one] of members.entries())
    for (const other of members.slice(at + 1)) await befriend(server, one, other)

  const before = await deadlocks(db)
  const statuses = await storm(servers, members, posts)
  await closeServers()

  expect([...statuses].filter((status) => status >= 500)).toEqual([])
  if (isPostgres(db)) await sessionsEnded(db)
  // Were the order not kept, there were thirty.
  expect((await deadlocks(db)) - before).toBeLessThan(20)
  const friends = await db.selectFrom('friendships').select(['user_id', 'friend_id']).execute()
  const pairs = new Set(friends.map((row) => `${row.user_id} ${row.friend_id}`))
  expect(new Set(friends.map((row) => `${row.friend_id} ${row.user_id}`))).toEqual(pairs)
  const blocks = await db.selectFrom('blocks').select(['user_id', 'blocked_id']).execute()
  const blocked = new Set(blocks.map((row) => `${row.user_id} ${row.blocked_id}`))
  expect(pairs.intersection(blocked)).toEqual(new Set())
})

it('choose their squads on two devices at once, and hold up each other in no circle', async () => {
  const { servers, db, closeServers } = await openTwo()
  const members: Member[] = []
  for (const person of [ada, ...others.slice(0, 3)]) members.push(await servers[0].join(person))
  for (const [at, one] of members.entries())
    for (const other of members.slice(at + 1)) await befriend(servers[0], one, other)
  const before = await deadlocks(db)
  const statuses = new Set<number>()
  const choose = async (me: Member, server: TestServer, first: number) => {
    const friends = members.filter((each) => each !== me).map(({ user }) => user._id)
    for (let turn = first; turn < first + 25; turn++) {
      const body = { squad: [friends[turn % friends.length]] }
      statuses.add((await server.call('PUT', '/users/squad', { as: me, body })).statusCode)
    }
  }
  const devices = members.flatMap((me) => servers.map((server, at) => choose(me, server, at)))
  await Promise.all(devices)
  await closeServers()
  expect([...statuses]).toEqual([200])
  if (isPostgres(db)) await sessionsEnded(db)
  expect((await deadlocks(db)) - before).toBe(0)
})

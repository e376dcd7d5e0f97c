import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { commentList, firstComments } from '../../contract/comments.ts'
import { notificationList } from '../../contract/notifications.ts'
import { post as postSchema } from '../../contract/posts.ts'
import { befriend, post, unfriend } from '../../tests/actions/post-actions.ts'
import { ada, ben, cleo, ivy } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { createSessionCache } from '../accounts/session-cache.ts'
import { actorOfToken } from '../accounts/sessions.ts'
import { endFriendship } from '../friends/friendship.ts'
import { countUnread, readNotifications } from '../notifications/notification-list.ts'
import { mutate } from '../platform/database/mutate.ts'
import { writerOf } from '../platform/http/compilers.ts'
import { HttpError } from '../platform/http/http-error.ts'
import { invalidateCards } from '../posts/cards/card-queries.ts'
import { readPost } from '../posts/cards/hydrate-posts.ts'
import { createPostCache } from '../posts/cards/post-cache.ts'
import { createCommentCache } from '../posts/comments/comment-cache.ts'
import { readComments, readFirstComments } from '../posts/comments/read-comments.ts'
import { readFeed, writeFeedPage } from '../posts/feeds/feeds.ts'
import { NewestPosts } from '../posts/feeds/newest-posts.ts'
import { presentCard } from '../posts/present.ts'
import type { Database, Schema } from '../schema.ts'

// Answers that are kept, beside the same computed with nothing kept: after every act of anybody, by
// two servers on one database and by what writes past both of them, such as the command line.

interface World {
  servers: TestServer[]
  members: Member[]
  /** A connection of neither server. */
  elsewhere: Database
}
let world: World
beforeAll(async () => {
  const one = await openTestServer()
  const members: Member[] = []
  for (const person of [ada, ben, cleo, ivy]) members.push(await one.join(person))
  const other = await openTestServer({ beside: one })
  world = { servers: [one, other], members, elsewhere: one.database.connect<Schema>() }
})
afterAll(async () => {
  for (const server of world.servers.toReversed()) await server.close()
})

/** Who acts, by which server, and towards whom or what; numbers go round. */
interface Scene {
  server: TestServer
  actor: Member
  other: Member
  elsewhere: Database
}
type Act = (scene: Scene) => Promise<unknown>

/** Refusals are part of life: that one is no friend, say. */
const call =
  (method: 'POST' | 'PUT' | 'DELETE', path: (scene: Scene) => string, body?: unknown): Act =>
  (scene) =>
    scene.server.call(method, path(scene), { as: scene.actor, ...(body ? { body } : {}) })

const onFirstPost =
  (method: 'POST' | 'DELETE', end = '', body?: unknown): Act =>
  async ({ server, actor }) => {
    const page = await server.call('GET', '/posts/public', { as: actor })
    const [first] = page.statusCode === 200 ? page.json().posts : []
    if (first)
      await server.call(method, `/posts/${first._id}${end}`, {
        as: actor,
        ...(body ? { body } : {}),
      })
  }

async function suspend(db: Database, { id }: Member, until: number | null) {
  await db.updateTable('users').set({ suspended_until: until }).where('id', '=', id).execute()
  await invalidateCards(db)
}

let made = 0
const ACTS: Record<string, Act> = {
  posts: ({ server, actor }) => post(server, actor, `Post ${++made}`),
  mentions: ({ server, actor, other }) =>
    post(server, actor, `Post ${++made} for @${other.username}`),
  deletes: onFirstPost('DELETE'),
  likes: onFirstPost('POST', '/like'),
  unlikes: onFirstPost('POST', '/unlike'),
  vibes: onFirstPost('POST', '/vibes', { emoji: '🎉' }),
  comments: onFirstPost('POST', '/comments', { text: 'Nice' }),
  befriends: ({ server, actor, other }) => befriend(server, actor, other),
  unfriends: ({ server, actor, other }) => unfriend(server, actor, other),
  'turns private': call('PUT', () => '/users/privacy', { isPrivate: true }),
  'turns public': call('PUT', () => '/users/privacy', { isPrivate: false }),
  blocks: call('PUT', ({ other }) => `/users/${other.id}/block`),
  unblocks: call('DELETE', ({ other }) => `/users/${other.id}/block`),
  mutes: call('PUT', ({ other }) => `/users/${other.id}/mute`, { until: null }),
  unmutes: call('DELETE', ({ other }) => `/users/${other.id}/mute`),
  renames: ({ server, actor }) =>
    server.call('PUT', '/users/username', {
      as: actor,
      body: { username: `${actor.username}_${++made}` },
    }),
  'asks to be friends': call('POST', ({ other }) => `/users/friend-request/${other.id}`),
  'reads all notifications': call('PUT', () => '/notifications/read-all'),
  'changes a text past the servers': ({ elsewhere, actor }) =>
    elsewhere
      .updateTable('posts')
      .set((eb) => ({ text: `Post ${++made}`, version: eb('version', '+', 1) }))
      .where('author_id', '=', actor.id)
      .execute(),
  'loses posts past the servers': ({ elsewhere, actor }) =>
    elsewhere.deleteFrom('posts').where('author_id', '=', actor.id).execute(),
  'loses a friend past the servers': ({ server, elsewhere, actor, other }) => {
    const services = { ...server.services, db: elsewhere }
    return mutate(services, (mutation) => endFriendship(mutation, actor.id, other.id))
  },
  'is suspended': ({ server, actor }) => suspend(server.services.db, actor, 9e12),
  'comes back': ({ server, actor }) => suspend(server.services.db, actor, null),
  'is suspended past the servers': ({ elsewhere, actor }) => suspend(elsewhere, actor, 9e12),
  'comes back past the servers': ({ elsewhere, actor }) => suspend(elsewhere, actor, null),
  'signs in again': async ({ server, actor }) => {
    const { elsewhere } = world
    await elsewhere.deleteFrom('sessions').where('user_id', '=', actor.id).execute()
    Object.assign(actor, { former: actor.token, token: (await server.signIn(actor)).token })
  },
  'signs out': call('POST', () => '/users/logout'),
}

const ADDRESSES = [
  // The third by the framework, which reads the first two no more.
  ...(['/posts/friends', '/posts/public', '/posts/public?page=1'] as const),
  ...(['/notifications/count', '/notifications'] as const),
]
const writeNotifications = writerOf(notificationList)
const writePost = writerOf(postSchema)
const writeComments = writerOf(commentList)
const writeFirstComments = writerOf(firstComments)

/** The newest posts of anybody, for whoever may see them. */
async function newestPosts(): Promise<number[]> {
  const newest = world.elsewhere.selectFrom('posts').select('id').orderBy('id', 'desc').limit(2)
  return (await newest.execute()).map(({ id }) => id)
}

/** What a member is answered by a server, as status and body. */
async function answers(server: TestServer, member: Member, posts: number[]) {
  const all: string[] = []
  const ofPosts = posts.flatMap((id) => [`/posts/${id}`, `/posts/${id}/comments`])
  const together = `/posts/comments?ids=${posts.join(',')}`
  for (const address of [...ADDRESSES, ...ofPosts, together]) {
    const answer = await server.call('GET', address, { as: member })
    all.push(answer.statusCode === 200 ? answer.body : String(answer.statusCode))
  }
  return all
}

/** The same, where nothing is kept from one time to the next. */
async function computed({ services }: TestServer, { token }: Member, posts: number[]) {
  const { db, images } = services
  const fresh = { ...services, sessionCache: createSessionCache(db) }
  const actor = await actorOfToken(fresh, token)
  if (!actor) return [...ADDRESSES, ...posts, ...posts, 'together'].map(() => '401')
  const present = (row: Parameters<typeof presentCard>[1]) => presentCard({ images }, row)
  const postCache = createPostCache({ present, imageQuery: images.signedQuery })
  const commentCache = createCommentCache()
  const there = { db, images, postCache, commentCache, newestPosts: new NewestPosts() }
  const pages = await Promise.all(
    (['friends', 'public', 'public'] as const).map((feed) =>
      readFeed(actor, there, feed, { page: 1 }),
    ),
  )
  const count = JSON.stringify({ count: await countUnread(actor, services) })
  const list = writeNotifications(await readNotifications(actor, services, undefined))
  const ofPosts: string[] = []
  for (const id of posts)
    ofPosts.push(
      await statusOr(async () => writePost(await readPost(actor, there, id))),
      await statusOr(async () =>
        writeComments((await readComments(actor, there, id)).map((one) => one.comment)),
      ),
    )
  const together = await statusOr(async () =>
    posts.length === 0 ? '400' : writeFirstComments(await readFirstComments(actor, there, posts)),
  )
  const feeds = pages.map((page) => writeFeedPage(page).toString())
  return [...feeds, count, list, ...ofPosts, together]
}

async function statusOr(body: () => Promise<string>): Promise<string> {
  try {
    return await body()
  } catch (error) {
    if (error instanceof HttpError) return String(error.status)
    throw error
  }
}

async function expectNothingOld({ servers, members }: World) {
  for (const server of servers)
    for (const member of members) {
      // Of the same posts, though those of an account that is deleted go one after the other.
      const posts = await newestPosts()
      const expected = await computed(server, member, posts)
      expect(await answers(server, member, posts)).toEqual(expected)
      // By now it is kept.
      expect(await answers(server, member, posts)).toEqual(expected)
    }
}

const index = fc.nat({ max: 3 })
const step = fc.record({
  name: fc.constantFrom(...Object.keys(ACTS)),
  by: index,
  towards: index,
  through: fc.nat({ max: 1 }),
})
type Step = Record<'by' | 'towards' | 'through', number> & { name: string }

async function act({ name, by, towards, through }: Step) {
  const { servers, members, elsewhere } = world
  const [server, actor] = [servers[through], members[by]]
  const other = members[towards === by ? (towards + 1) % members.length : towards]
  if (!server || !actor || !other) throw new Error('There is nobody.')
  await ACTS[name]?.({ server, actor, other, elsewhere }).catch((error: Error) => {
    if (!/40\d/.test(error.message)) throw error
  })
}

const BEFORE_EACH = ['comes back', 'signs in again', 'unblocks', 'unmutes', 'befriends', 'posts']

it.each(Object.keys(ACTS))('end where a member %s', async (name) => {
  for (const before of BEFORE_EACH)
    for (const [by, towards] of [
      [1, 2],
      [2, 1],
    ] as const)
      await act({ name: before, by, towards, through: 0 })
  await expectNothingOld(world)
  await act({ name, by: 1, towards: 2, through: 0 })
  await expectNothingOld(world)
})

it('are those that would be computed now, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 12, maxLength: 12 }), async (steps) => {
      for (const each of steps) {
        // Who reads meanwhile may get the one or the other, and what they got may be kept.
        const [server] = world.servers
        if (!server) throw new Error('There is no server.')
        const posts = await newestPosts()
        const reads = world.members.map((member) => answers(server, member, posts))
        await Promise.all([...reads, act(each)])
        await expectNothingOld(world)
      }
    }),
    { numRuns: 2, endOnFailure: true },
  )
})

it('end with what the row of a member alone says', async () => {
  const [server] = world.servers
  const [author] = world.members
  if (!server || !author) throw new Error('There is nobody.')
  // What was done before may have left them suspended.
  await suspend(server.services.db, author, null)
  await server.signIn(author).then((again) => Object.assign(author, again))
  await post(server, author, 'For friends, for now')
  for (const is_privacy_changing of [1, 0]) {
    await expectNothingOld(world)
    const row = server.services.db.updateTable('users').where('id', '=', author.id)
    await row.set({ is_privacy_changing }).execute()
    await expectNothingOld(world)
  }
})

it('end with the account', async () => {
  const { servers, members, elsewhere } = world
  const [server] = servers
  const [, leaver] = members
  if (!server || !leaver) throw new Error('There is nobody.')
  await suspend(elsewhere, leaver, null)
  Object.assign(leaver, await server.signIn(leaver))
  await post(server, leaver, 'The last one')
  await expectNothingOld(world)
  const left = await server.call('DELETE', '/users/me', { as: leaver })
  expect(left.statusCode).toBe(200)
  await expectNothingOld(world)
})

it('end when somebody writes what no server knows of', async () => {
  const { members, elsewhere } = world
  await expectNothingOld(world)
  await sql`update users set username = 'Nobody' where id = ${members[2]?.id}`.execute(elsewhere)
  await sql`update posts set version = version + 1`.execute(elsewhere)
  await expectNothingOld(world)
})

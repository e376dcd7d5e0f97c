import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { post as postSchema } from '../../contract/posts.ts'
import { memberRow } from '../../tests/member-rows.ts'
import { ada, ben, cleo, ivy } from '../../tests/people.ts'
import { befriend, makePrivate, postPicture } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { interrupted, losing } from '../../tests/troubled-database.ts'
import { keepLiveSessions } from '../accounts/live-sessions.ts'
import { actorOfToken } from '../accounts/sessions.ts'
import { isPostgres } from '../platform/database/portable-sql.ts'
import { inTransaction } from '../platform/database/transaction.ts'
import { writerOf } from '../platform/http/compilers.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Database, Schema } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { advanceGeneration } from './card-queries.ts'
import { readPost } from './hydrate-posts.ts'
import { createPostCache } from './post-cache.ts'
import { presentCard } from './present.ts'
import { giveReaction, toggleVibe } from './reaction-queries.ts'
import { react, vibe } from './reactions.ts'

// The card that a reaction or vibe makes of the kept one, beside the same read with nothing kept: after
// every act of anybody, by two servers on one database and by what writes past both of them.

let servers: TestServer[]
let members: Member[]
let elsewhere: Database
/** The post that all of it is about; another once it is deleted. */
let shown = 0
beforeAll(async () => {
  const one = await openTestServer()
  members = []
  for (const person of [ada, ben, cleo, ivy]) members.push(await one.join(person))
  servers = [one, await openTestServer({ beside: one })]
  elsewhere = one.database.connect<Schema>()
  await postAnew()
})
afterAll(async () => {
  for (const server of servers.toReversed()) await server.close()
})

async function postAnew() {
  const [server] = servers
  const [author] = members
  if (!server || !author) throw new Error('There is nobody.')
  shown = Number((await postPicture(server, author))._id)
}

interface Scene {
  server: TestServer
  actor: Member
  other: Member
}
type Act = (scene: Scene) => Promise<unknown>

// Those of one sign that differ in how they go on are where bytes and 16 bits compare differently.
const EMOJIS = ['☝️', '☝🏽', '🫖', '❤️']
const REACTIONS = ['like', 'unlike', 'dislike', 'undislike', ...EMOJIS] as const
type Reaction = (typeof REACTIONS)[number]

const reacting = ({ server, actor }: Scene, reaction: Reaction) =>
  EMOJIS.includes(reaction)
    ? server.call('POST', `/posts/${shown}/vibes`, { as: actor, body: { emoji: reaction } })
    : server.call('POST', `/posts/${shown}/${reaction}`, { as: actor })

const failing: Act = async ({ server, actor }) => {
  const services = { ...server.services, db: losing(server.services.db) }
  const known = await actorOf(server, actor)
  if (!known) return
  for (const call of ['like', 'dislike', 'unlike'] as const)
    await expect(react(known, services, shown, call)).rejects.toThrow()
  await expect(vibe(known, services, shown, '🫖')).rejects.toThrow()
}

/** Anybody but the author, without whom there would be nothing to see. */
async function suspend(db: Database, { id }: Member, until: number | null) {
  if (id === members[0]?.id) return
  await db.updateTable('users').set({ suspended_until: until }).where('id', '=', id).execute()
  await advanceGeneration(db)
}

let made = 0
const rename = (server: TestServer, actor: Member, username: string) =>
  server.call('PUT', '/users/username', { as: actor, body: { username } })

const OTHER_ACTS: Record<string, Act> = {
  'loses a commit': failing,
  comments: ({ server, actor }) =>
    server.call('POST', `/posts/${shown}/comments`, { as: actor, body: { text: 'Nice' } }),
  'edits the post': ({ server }) =>
    server.call('PUT', `/posts/${shown}`, {
      as: members[0] as Member,
      body: { text: `Look ${++made}` },
    }),
  'deletes the post': async ({ server }) => {
    await server.call('DELETE', `/posts/${shown}`, { as: members[0] as Member })
    await postAnew()
  },
  'makes the post private': ({ server }) => makePrivate(server, members[0] as Member),
  'makes the post public': ({ server }) => makePrivate(server, members[0] as Member, false),
  blocks: ({ server, actor, other }) =>
    server.call('PUT', `/users/${other.id}/block`, { as: actor }),
  unblocks: ({ server, actor, other }) =>
    server.call('DELETE', `/users/${other.id}/block`, { as: actor }),
  renames: ({ server, actor }) => rename(server, actor, `${actor.username}_${++made}`),
  'is suspended': ({ server, actor }) => suspend(server.services.db, actor, 9e12),
  'comes back': ({ server, actor }) => suspend(server.services.db, actor, null),
  'is suspended past the servers': ({ actor }) => suspend(elsewhere, actor, 9e12),
  'comes back past the servers': ({ actor }) => suspend(elsewhere, actor, null),
  'likes past the servers': ({ actor }) =>
    inTransaction(elsewhere, (trx) =>
      giveReaction(trx, { postId: shown, userId: actor.id, kind: 'like' }),
    ),
}

function actorOf({ services }: TestServer, { token }: Member): Promise<Actor | undefined> {
  const fresh = { ...services, liveSessions: keepLiveSessions(services.db) }
  return actorOfToken(fresh, token) as Promise<Actor | undefined>
}

const writePost = writerOf(postSchema)

/** The status, or the post, where nothing is kept from one time to the next. */
async function readAnew(server: TestServer, member: Member): Promise<string> {
  const { db, images, newestPosts } = server.services
  const actor = await actorOf(server, member)
  if (!actor) return '401'
  const present = (row: Parameters<typeof presentCard>[1]) => presentCard({ images }, row)
  const postCache = createPostCache({ present, pictureQuery: images.signedQuery })
  try {
    return writePost(await readPost(actor, { db, images, postCache, newestPosts }, shown))
  } catch (error) {
    if (error instanceof HttpError) return String(error.status)
    throw error
  }
}

/** The same as the servers answer it. */
async function answered(server: TestServer, member: Member): Promise<string> {
  const answer = await server.call('GET', `/posts/${shown}`, { as: member })
  return answer.statusCode === 200 ? answer.body : String(answer.statusCode)
}

async function expectNothingOld() {
  for (const server of servers)
    for (const member of members)
      expect(await answered(server, member)).toBe(await readAnew(server, member))
}

type Step = { name: string; by: number; towards: number; through: number }
const isReaction = (name: string): name is Reaction =>
  (REACTIONS as readonly string[]).includes(name)

/** The answer of a reaction that was not refused; a suspended member's is. */
async function act({ name, by, towards, through }: Step) {
  const [server, actor] = [servers[through], members[by]]
  const other = members[towards === by ? (towards + 1) % members.length : towards]
  if (!server || !actor || !other) throw new Error('There is nobody.')
  const scene = { server, actor, other }
  if (!isReaction(name)) {
    await OTHER_ACTS[name]?.(scene)
    return undefined
  }
  const answer = await reacting(scene, name)
  expect([200, 401, 404]).toContain(answer.statusCode)
  return answer.statusCode === 200 ? { ...scene, answer: answer.json() } : undefined
}

const index = fc.nat({ max: 3 })
const stepOf = (name: fc.Arbitrary<string>) =>
  fc.record({ name, by: index, towards: index, through: fc.nat({ max: 1 }) })
const reaction = stepOf(fc.constantFrom<string>(...REACTIONS))
const anything = stepOf(fc.constantFrom<string>(...REACTIONS, ...Object.keys(OTHER_ACTS)))
const turn = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(reaction) },
  { weight: 2, arbitrary: fc.tuple(anything) },
  { weight: 2, arbitrary: fc.tuple(reaction, anything) },
  { weight: 1, arbitrary: fc.tuple(reaction, reaction, reaction) },
)

beforeEach(everybodyIsThere)

async function everybodyIsThere() {
  const [server] = servers
  const [author] = members
  if (!server || !author) throw new Error('There is nobody.')
  await makePrivate(server, author, false)
  await elsewhere.deleteFrom('blocks').execute()
  await elsewhere.updateTable('users').set({ suspended_until: null }).execute()
  await advanceGeneration(elsewhere)
  for (const other of members) if (other !== author) await befriend(server, author, other)
}

/** Whether an answer says what is read anew of the same. */
async function isAsReadAnew(server: TestServer, actor: Member, answer: object) {
  const anew = await readAnew(server, actor)
  if (!anew.startsWith('{')) return false
  const read = JSON.parse(anew)
  const same = Object.fromEntries(Object.keys(answer).map((key) => [key, read[key]]))
  return JSON.stringify(answer) === JSON.stringify(same)
}

it('is the card read anew, whatever happens in whatever order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(turn, { minLength: 25, maxLength: 25 }), async (turns) => {
      await everybodyIsThere()
      await expectNothingOld()
      for (const steps of turns) {
        const answers = (await Promise.all(steps.map(act))).filter((one) => one !== undefined)
        const agreeing = await Promise.all(
          answers.map(({ server, actor, answer }) => isAsReadAnew(server, actor, answer)),
        )
        // Of several at once the last says how it stands, if nothing else came behind it.
        const isTold = answers.length > 0 && steps.every(({ name }) => isReaction(name))
        if (isTold) expect(agreeing).toContain(true)
        await expectNothingOld()
      }
    }),
    { numRuns: 4, endOnFailure: true },
  )
})

async function reactsAsReadAnew(server: TestServer, actor: Member, reaction: Reaction) {
  const answer = (await reacting({ server, actor, other: actor }, reaction)).json()
  expect(await isAsReadAnew(server, actor, answer)).toBe(true)
  return answer
}

/** A new post, whose card both servers have. */
async function scene() {
  const [server, other] = servers
  const [author, actor, bystander, leaver] = members
  if (!(server && other && author && actor && bystander && leaver)) throw new Error('Nobody.')
  await postAnew()
  await expectNothingOld()
  const known = await actorOf(server, actor)
  if (!known) throw new Error('The actor is not signed in.')
  return { server, other, author, actor, bystander, leaver, known }
}

it('is made of the kept one, and nothing is read', async () => {
  const { server, actor, bystander } = await scene()
  const { postCache } = server.services
  const reads = [vi.spyOn(postCache, 'ofRow'), vi.spyOn(postCache, 'of')]
  for (const by of [actor, bystander])
    for (const each of ['like', 'dislike', 'undislike', 'like', '🫖', '❤️', '🫖'] as const) {
      await reactsAsReadAnew(server, by, each)
      for (const read of reads) expect(read).not.toHaveBeenCalled()
    }
  await expectNothingOld()
})

it('names vibes in the order of their bytes, where as many gave them', async () => {
  const { server, actor, bystander } = await scene()
  for (const by of [actor, bystander])
    for (const each of ['☝️', '☝🏽'] as const) await reactsAsReadAnew(server, by, each)
  await expectNothingOld()
})

it('is not kept of what was not committed', async () => {
  const { server, other, actor, bystander, known } = await scene()
  const services = { ...server.services, db: losing(server.services.db) }
  await expect(react(known, services, shown, 'like')).rejects.toThrow('The disk is full.')
  // Takes the number that was given up, where this server does not see it.
  await reacting({ server: other, actor: bystander, other: actor }, 'dislike')
  await expectNothingOld()
  await expect(vibe(known, services, shown, '🫖')).rejects.toThrow('The disk is full.')
  await reacting({ server: other, actor: bystander, other: actor }, '❤️')
  await expectNothingOld()
})

it('is told without those whom who acts does not see', async () => {
  const { server, actor, bystander } = await scene()
  for (const each of ['like', '🫖'] as const)
    await reacting({ server, actor: bystander, other: actor }, each)
  await server.call('PUT', `/users/${bystander.id}/block`, { as: actor })
  const liked = (await reacting({ server, actor, other: bystander }, 'like')).json()
  expect(liked).toMatchObject({ likes: [actor.user._id], likeCount: 1 })
  const vibed = (await reacting({ server, actor, other: bystander }, '🫖')).json()
  expect(vibed.vibes).toMatchObject([{ user: actor.user._id }])
  await expectNothingOld()
})

it.each([
  ['is written otherwise', { username: 'BEN' }],
  ['is suspended', { suspended_until: 9e12 }],
])('says of who %s meanwhile what others read', async (_, changes) => {
  const { server, bystander, actor, known } = await scene()
  const { db } = server.services
  const change = () =>
    elsewhere.transaction().execute(async (trx) => {
      await trx.updateTable('users').set(changes).where('id', '=', actor.id).execute()
      await advanceGeneration(trx)
    })
  for (const each of [
    (services: Services) => vibe(known, services, shown, '🫖'),
    (services: Services) => react(known, services, shown, 'like'),
  ]) {
    let changing: Promise<unknown> | undefined
    const between = interrupted(db, async () => {
      changing = change()
      // The embedded database has one writer: there it waits for the act.
      if (!isPostgres(db)) return
      await changing
      // Now the card is kept as it is since.
      await answered(server, bystander)
    })
    await each({ ...server.services, db: between })
    await changing
    expect(await answered(server, bystander)).toBe(await readAnew(server, bystander))
    await elsewhere.updateTable('users').set({ suspended_until: null }).execute()
    await advanceGeneration(elsewhere)
    await answered(server, bystander)
  }
})

it('is read where its lists may not name everybody', async () => {
  const { server, actor, bystander } = await scene()
  const guests = Array.from({ length: 99 }, (_, n) => memberRow(`Guest_${n}`, 1_000 + n))
  const emojis = Array.from({ length: 49 }, (_, n) => String.fromCodePoint(0x1f600 + n))
  const given = (count: number, of: number) =>
    elsewhere.transaction().execute(async (trx) => {
      for (const { id } of guests.slice(0, count))
        for (const emoji of emojis.slice(0, of)) await toggleVibe(trx, shown, id, emoji)
    })
  await elsewhere.insertInto('users').values(guests).execute()
  await elsewhere.transaction().execute(async (trx) => {
    for (const { id } of guests)
      await giveReaction(trx, { postId: shown, userId: id, kind: 'like' })
  })
  await given(1, 49)
  await expectNothingOld()
  for (const by of [actor, bystander])
    for (const each of ['like', '🫖', '❤️', 'unlike', 'like', '❤️'] as const) {
      await reactsAsReadAnew(server, by, each)
      await expectNothingOld()
    }
  // Of few kinds, and as many as are named.
  await postAnew()
  await given(3, 33)
  await expectNothingOld()
  for (const each of ['🫖', '❤️', '☝️', '❤️', '🫖', '☝️'] as const) {
    await reactsAsReadAnew(server, bystander, each)
    await expectNothingOld()
  }
})

it('is without an account that is deleted, while it is removed and after', async () => {
  const { server, actor, leaver } = await scene()
  for (const each of ['like', '🫖'] as const)
    await reacting({ server, actor: leaver, other: actor }, each)
  await server.call('DELETE', '/users/me', { as: leaver })
  for (const each of ['like', '🫖'] as const) {
    const answer = await reactsAsReadAnew(server, actor, each)
    expect(JSON.stringify(answer)).not.toContain(leaver.user._id)
    await expectNothingOld()
  }
  await server.services.accountJobs.finish(leaver.id)
  await reactsAsReadAnew(server, actor, 'dislike')
  await expectNothingOld()
})

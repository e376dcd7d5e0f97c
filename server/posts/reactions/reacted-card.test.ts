import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { post as postSchema } from '../../../contract/posts.ts'
import { memberRow } from '../../../tests/member-rows.ts'
import {
  type Act,
  actorOf,
  actsAround,
  answered,
  openShownPost,
  readOrRefused,
  type Scene,
  type ShownPost,
  type Step,
  turnsOf,
} from '../../../tests/shown-post.ts'
import type { Member, TestServer } from '../../../tests/test-server.ts'
import { interrupted, losing } from '../../../tests/troubled-database.ts'
import { isPostgres } from '../../platform/database/portable-sql.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { writerOf } from '../../platform/http/compilers.ts'
import type { Services } from '../../services.ts'
import { invalidateCards } from '../cards/card-queries.ts'
import { readPost } from '../cards/hydrate-posts.ts'
import { createPostCache } from '../cards/post-cache.ts'
import { presentCard } from '../present.ts'
import { giveReaction, toggleVibe } from './reaction-queries.ts'
import { react, vibe } from './reactions.ts'

// The card that a reaction or vibe makes of the kept one, beside the same read with nothing kept:
// after every act of anybody, by two servers on one database and by what writes past both of them.

let shown: ShownPost
let servers: ShownPost['servers']
let members: ShownPost['members']
let elsewhere: ShownPost['elsewhere']
let otherActs: Record<string, Act>
beforeAll(async () => {
  shown = await openShownPost()
  ;({ servers, members, elsewhere } = shown)
  otherActs = { ...actsAround(shown), ...OTHER_ACTS }
})
afterAll(() => shown.close())

// Those of one sign that differ in how they go on are where bytes and 16 bits compare differently.
const EMOJIS = ['☝️', '☝🏽', '🫖', '❤️']
const REACTIONS = ['like', 'unlike', 'dislike', 'undislike', ...EMOJIS] as const
type Reaction = (typeof REACTIONS)[number]

const reacting = ({ server, actor }: Scene, reaction: Reaction) =>
  EMOJIS.includes(reaction)
    ? server.call('POST', `/posts/${shown.id}/vibes`, { as: actor, body: { emoji: reaction } })
    : server.call('POST', `/posts/${shown.id}/${reaction}`, { as: actor })

const failing: Act = async ({ server, actor }) => {
  const services = { ...server.services, db: losing(server.services.db) }
  const known = await actorOf(server, actor)
  if (!known) return
  for (const call of ['like', 'dislike', 'unlike'] as const)
    await expect(react(known, services, shown.id, call)).rejects.toThrow()
  await expect(vibe(known, services, shown.id, '🫖')).rejects.toThrow()
}

const OTHER_ACTS: Record<string, Act> = {
  'loses a commit': failing,
  'likes past the servers': ({ actor }) =>
    inTransaction(elsewhere, (trx) =>
      giveReaction(trx, { postId: shown.id, userId: actor.id, kind: 'like' }),
    ),
}

const writePost = writerOf(postSchema)

/** Where nothing is kept from one time to the next. */
function readAnew(server: TestServer, member: Member): Promise<string> {
  const { images } = server.services
  const present = (row: Parameters<typeof presentCard>[1]) => presentCard({ images }, row)
  const postCache = createPostCache({ present, imageQuery: images.signedQuery })
  return readOrRefused(server, member, async (actor) =>
    writePost(await readPost(actor, { ...server.services, postCache }, shown.id)),
  )
}

const answeredBy = (server: TestServer, member: Member) =>
  answered(server, member, `/posts/${shown.id}`)

async function expectNothingOld() {
  for (const server of servers)
    for (const member of members)
      expect(await answeredBy(server, member)).toBe(await readAnew(server, member))
}

const isReaction = (name: string): name is Reaction =>
  (REACTIONS as readonly string[]).includes(name)

/** The answer of a reaction that was not refused; a suspended member's is. */
async function act(step: Step) {
  const scene = shown.sceneOf(step)
  if (!isReaction(step.name)) {
    await otherActs[step.name]?.(scene)
    return undefined
  }
  const answer = await reacting(scene, step.name)
  expect([200, 401, 404]).toContain(answer.statusCode)
  return answer.statusCode === 200 ? { ...scene, answer: answer.json() } : undefined
}

beforeEach(() => shown.everybodyIsThere())

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
    fc.asyncProperty(turnsOf(REACTIONS, Object.keys(otherActs)), async (turns) => {
      await shown.everybodyIsThere()
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
  await shown.postAnew()
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
  await expect(react(known, services, shown.id, 'like')).rejects.toThrow('The disk is full.')
  // Takes the number that was given up, where this server does not see it.
  await reacting({ server: other, actor: bystander, other: actor }, 'dislike')
  await expectNothingOld()
  await expect(vibe(known, services, shown.id, '🫖')).rejects.toThrow('The disk is full.')
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
      await invalidateCards(trx)
    })
  for (const each of [
    (services: Services) => vibe(known, services, shown.id, '🫖'),
    (services: Services) => react(known, services, shown.id, 'like'),
  ]) {
    let changing: Promise<unknown> | undefined
    const between = interrupted(db, async () => {
      changing = change()
      // The embedded database has one writer: there it waits for the act.
      if (!isPostgres(db)) return
      await changing
      // Now the card is kept as it is since.
      await answeredBy(server, bystander)
    })
    await each({ ...server.services, db: between })
    await changing
    expect(await answeredBy(server, bystander)).toBe(await readAnew(server, bystander))
    await elsewhere.updateTable('users').set({ suspended_until: null }).execute()
    await invalidateCards(elsewhere)
    await answeredBy(server, bystander)
  }
})

it('is read where its lists may not name everybody', async () => {
  const { server, actor, bystander } = await scene()
  const guests = Array.from({ length: 99 }, (_, n) => memberRow(`Guest_${n}`, 1_000 + n))
  const emojis = Array.from({ length: 49 }, (_, n) => String.fromCodePoint(0x1f600 + n))
  const given = (count: number, of: number) =>
    elsewhere.transaction().execute(async (trx) => {
      for (const { id } of guests.slice(0, count))
        for (const emoji of emojis.slice(0, of)) await toggleVibe(trx, shown.id, id, emoji)
    })
  await elsewhere.insertInto('users').values(guests).execute()
  await elsewhere.transaction().execute(async (trx) => {
    for (const { id } of guests)
      await giveReaction(trx, { postId: shown.id, userId: id, kind: 'like' })
  })
  await given(1, 49)
  await expectNothingOld()
  for (const by of [actor, bystander])
    for (const each of ['like', '🫖', '❤️', 'unlike', 'like', '❤️'] as const) {
      await reactsAsReadAnew(server, by, each)
      await expectNothingOld()
    }
  // Of few kinds, and as many as are named.
  await shown.postAnew()
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

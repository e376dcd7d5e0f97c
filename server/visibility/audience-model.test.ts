import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { POST_AUDIENCES } from '../../contract/posts.ts'
import {
  type AudienceAct,
  type AudienceModel,
  actOnModel,
  earlierPosts,
  friendsAmong,
  isInFeed,
  type ModelPost,
  type PostAct,
  seesPost,
  to,
} from '../../tests/audience-model.ts'
import { ada, type Person } from '../../tests/people.ts'
import { form, picture } from '../../tests/pictures.ts'
import { befriend } from '../../tests/post-actions.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { notify } from '../notifications/notify.ts'
import { mutate } from '../platform/database/mutate.ts'
import { maySee } from './may-see.ts'
import { mayOpenPicture } from './open-picture.ts'

// Four members befriend, block, choose their squads, write, narrow and widen, and open and close
// their profiles, in any order. Every way to a post, to what is under it and to the news of it
// agrees with a model of ten lines (`seesPost` of tests/audience-model.ts).

const PEOPLE = 4
const RUNS = 5
const ACTS = 30
/** Everything is read after so many acts. */
const ACTS_BETWEEN = 5
const EVERYBODY = Array.from({ length: PEOPLE }, (_, who) => who)
const THEME = '2026-01-15'

let server: TestServer
let image: Buffer
/** How often each way was asked, and how often it showed something. */
const counts = new Map<string, { asked: number; shown: number }>()
beforeAll(async () => {
  server = await openTestServer()
  // An administrator sees pictures of all posts.
  await server.join(ada)
  image = await picture()
})
afterAll(() => server.close())

interface World {
  people: Member[]
  /** In the order of the model's. */
  posts: { id: string; image: string }[]
}

let joined = 0
function nextPerson(): Person {
  const name = `Reader_${++joined}`
  return { username: name, email: `${name}@example.org`, password: `${name}-Likes-Tea-4!` }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (as: Member, method: Method, path: string, body?: object) =>
  server.call(method, path, { as, ...(body ? { body } : {}) })

/** Does on the server what the model did, and returns the status. */
async function perform(world: World, model: AudienceModel, act: AudienceAct): Promise<number> {
  const as = world.people[act.who] as Member
  if ('place' in act) return performOnPost(world, act)
  if ('other' in act) {
    const other = world.people[act.other] as Member
    const { _id } = other.user
    if (act.kind === 'befriend') return befriend(server, as, other).then(() => 200)
    if (act.kind === 'unfriend')
      return (await call(as, 'DELETE', `/users/friend/${_id}`)).statusCode
    const method = act.kind === 'block' ? 'PUT' : 'DELETE'
    return (await call(as, method, `/users/${_id}/block`)).statusCode
  }
  switch (act.kind) {
    case 'choose squad': {
      const squad = friendsAmong(model, act.who, act.others).map((one) => idOf(world, one))
      return (await call(as, 'PUT', '/users/squad', { squad })).statusCode
    }
    case 'privacy': {
      const { isPrivate, keepEarlier } = act
      return (await call(as, 'PUT', '/users/privacy', { isPrivate, keepEarlier })).statusCode
    }
    case 'post':
      return write(world, model, act)
  }
}

const idOf = ({ people }: World, who: number) => String(people[who]?.user._id)

async function write(world: World, model: AudienceModel, act: AudienceAct & { kind: 'post' }) {
  const author = world.people[act.who] as Member
  const told = tellTales()
  const file = { name: 'image', filename: 'tea.png', bytes: image }
  const fields = { text: 'Tea', audience: act.audience, themeDate: THEME }
  const answer = await call(author, 'POST', '/posts', form(fields, file))
  const { post } = answer.json()
  const { db } = server.services
  const row = await db
    .selectFrom('post_images')
    .select('image_id')
    .where('post_id', '=', Number(post._id))
    .executeTakeFirstOrThrow()
  world.posts.push({ id: post._id, image: row.image_id })
  const made = model.posts.at(-1) as ModelPost
  const feeds = EVERYBODY.filter((one) => isInFeed(model, one, made, 'friends'))
  const isPublic = made.audience === 'profile' && !model.private.has(act.who)
  const expected = feeds.map((one) => `feed:${world.people[one]?.id}`)
  if (isPublic) expected.push('feed:public')
  expect((await told(expected.length)).toSorted(), 'events').toEqual(expected.toSorted())
  for (const one of EVERYBODY) await tellOf(world, made, one)
  return answer.statusCode
}

/** The topics that hear of new posts from now on. */
function tellTales() {
  const topics: string[] = []
  const stop = server.services.bus.subscribe((event) => {
    if (event.kind === 'broadcast' && event.event.type === 'new_posts') topics.push(...event.topics)
  })
  return async (count: number) => {
    await expect.poll(() => topics.length).toBeGreaterThanOrEqual(count)
    stop()
    return topics
  }
}

/** As everybody might be told who took part. */
async function tellOf(world: World, made: ModelPost, who: number) {
  const { id } = world.posts.at(-1) ?? { id: '' }
  const member = world.people[who] as Member
  if (who === made.author) return
  const news = { kind: 'comment', to: member.id, senderId: null, postId: Number(id) } as const
  await mutate(server.services, (mutation) => notify(server.services, mutation, news))
}

async function performOnPost(world: World, act: PostAct) {
  const { people, posts } = world
  const as = people[act.who] as Member
  const path = `/posts/${posts[act.place]?.id}`
  switch (act.kind) {
    case 'comment':
      return (await call(as, 'POST', `${path}/comments`, { text: 'Yes' })).statusCode
    case 'edit':
      return (await call(as, 'PUT', path, { text: 'Better tea' })).statusCode
    case 'delete': {
      const { statusCode } = await call(as, 'DELETE', path)
      if (statusCode === 200) posts.splice(act.place, 1)
      return statusCode
    }
    default:
      return (await call(as, 'PUT', `${path}/audience`, { audience: act.audience })).statusCode
  }
}

/** Compares what a way brought of the posts with what the model says. */
function expectShown(way: string, viewer: number, shown: boolean[], expected: boolean[]) {
  const count = counts.get(way) ?? { asked: 0, shown: 0 }
  count.asked += shown.length
  count.shown += shown.filter(Boolean).length
  counts.set(way, count)
  expect(shown, `${way} for ${viewer}`).toEqual(expected)
}

async function expectReads(world: World, model: AudienceModel, viewer: number) {
  const as = world.people[viewer] as Member
  const sees = model.posts.map((post) => seesPost(model, viewer, post))
  const within = (page: { posts: { _id: string }[] }) => {
    const ids = new Set(page.posts.map(({ _id }) => _id))
    return world.posts.map(({ id }) => ids.has(id))
  }
  const read = async (path: string) => (await call(as, 'GET', path)).json()
  for (const feed of ['friends', 'public'] as const) {
    const expected = model.posts.map((post) => isInFeed(model, viewer, post, feed))
    expectShown(`${feed} feed`, viewer, within(await read(`/posts/${feed}`)), expected)
  }
  expectShown('theme', viewer, within(await read(`/posts/themes/${THEME}`)), sees)
  for (const author of EVERYBODY) {
    const ofAuthor = model.posts.map(
      (post, place) => post.author === author && sees[place] === true,
    )
    const page = await read(`/users/${idOf(world, author)}/posts`)
    expectShown('profile', viewer, within(page), ofAuthor)
    if (author === viewer || !model.friends.has(to(author, viewer))) continue
    const looked = await call(
      world.people[author] as Member,
      'GET',
      `/users/me/as/${as.user._id}/posts`,
    )
    expectShown('view as', viewer, within(looked.json()), ofAuthor)
  }
  await expectEach(world, viewer, sees)
  const news = await read('/notifications')
  const told = new Set(news.map((one: { postId: string | null }) => one.postId))
  const isToldOf = world.posts.map(({ id }) => told.has(id))
  const others = model.posts.map(({ author }) => author !== viewer)
  const toldAndSeen = isToldOf.map((is, place) => is && others[place] === true)
  // What they were not told of when it was written, they are not told of now.
  const possible = toldAndSeen.map((is, place) => is && sees[place] === true)
  expectShown('notification', viewer, toldAndSeen, possible)
  const { earlierPosts: earlier } = await read('/users/privacy')
  expect(earlier, 'earlier posts').toBe(earlierPosts(model, viewer))
}

/** One post after the other: its page, its comments, its picture, the rule, and acts upon it. */
async function expectEach(world: World, viewer: number, sees: boolean[]) {
  const as = world.people[viewer] as Member
  const { db, clock } = server.services
  const ways: Record<string, (post: World['posts'][number]) => Promise<boolean>> = {
    post: async ({ id }) => (await call(as, 'GET', `/posts/${id}`)).statusCode === 200,
    comments: async ({ id }) => (await call(as, 'GET', `/posts/${id}/comments`)).statusCode === 200,
    reaction: async ({ id }) => (await call(as, 'POST', `/posts/${id}/like`)).statusCode === 200,
    rule: ({ id }) => maySee(db, as.id, 'post', Number(id)),
    picture: (post) => mayOpenPicture(db, { viewer: as.id, image: post.image, now: clock() }),
  }
  for (const [way, ask] of Object.entries(ways)) {
    const shown: boolean[] = []
    for (const post of world.posts) shown.push(await ask(post))
    expectShown(way, viewer, shown, sees)
  }
}

const who = fc.integer({ min: 0, max: PEOPLE - 1 })
const place = fc.integer({ min: 0, max: 5 })
const audience = fc.constantFrom(...POST_AUDIENCES)
const pair = fc
  .record({ who, step: fc.integer({ min: 1, max: PEOPLE - 1 }) })
  .map(({ who: one, step }) => ({ who: one, other: (one + step) % PEOPLE }))
const onPair = (...kinds: (AudienceAct & { other: number })['kind'][]) =>
  fc.tuple(fc.constantFrom(...kinds), pair).map(([kind, two]) => ({ kind, ...two }) as AudienceAct)
const kind = <Kind extends AudienceAct['kind']>(one: Kind) => fc.constant(one)
const acts: fc.Arbitrary<AudienceAct> = fc.oneof(
  { weight: 6, arbitrary: onPair('befriend', 'befriend', 'befriend', 'unfriend') },
  { weight: 2, arbitrary: onPair('block', 'unblock', 'unblock') },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: kind('choose squad'),
      who,
      others: fc.array(who, { maxLength: 3 }),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: kind('privacy'),
      who,
      isPrivate: fc.boolean(),
      keepEarlier: fc.boolean(),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: kind('post'), who, audience }) },
  { weight: 5, arbitrary: fc.record({ kind: kind('change audience'), who, place, audience }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom(
        'comment' as const,
        'comment' as const,
        'edit' as const,
        'delete' as const,
      ),
      who,
      place,
    }),
  },
)

/** One evening in which each act comes about, whatever the others bring. */
const EVENING: AudienceAct[] = [
  { kind: 'befriend', who: 0, other: 1 },
  { kind: 'befriend', who: 0, other: 2 },
  { kind: 'choose squad', who: 0, others: [1] },
  { kind: 'post', who: 0, audience: 'squad' },
  { kind: 'post', who: 0, audience: 'friends' },
  { kind: 'privacy', who: 0, isPrivate: true, keepEarlier: false },
  { kind: 'post', who: 0, audience: 'profile' },
  { kind: 'comment', who: 1, place: 0 },
  { kind: 'change audience', who: 0, place: 0, audience: 'friends' },
  { kind: 'edit', who: 0, place: 0 },
  { kind: 'privacy', who: 0, isPrivate: false, keepEarlier: true },
  { kind: 'post', who: 1, audience: 'profile' },
  { kind: 'change audience', who: 0, place: 1, audience: 'squad' },
  { kind: 'block', who: 3, other: 1 },
  { kind: 'choose squad', who: 0, others: [2] },
  { kind: 'unfriend', who: 0, other: 2 },
  { kind: 'change audience', who: 0, place: 1, audience: 'profile' },
  { kind: 'unblock', who: 3, other: 1 },
  { kind: 'delete', who: 0, place: 0 },
  { kind: 'post', who: 3, audience: 'profile' },
]

it('every way to a post agrees with a model of ten lines', async () => {
  const happened = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(acts, { minLength: ACTS, maxLength: ACTS, size: 'max' }),
      async (all) => {
        const world: World = { people: [], posts: [] }
        for (const _ of EVERYBODY) world.people.push(await server.join(nextPerson()))
        const model: AudienceModel = {
          ...{ friends: new Set(), squads: new Set(), blocks: new Set(), private: new Set() },
          posts: [],
        }
        for (const [index, act] of all.entries()) {
          server.pass(1_000)
          const expected = actOnModel(model, act)
          if (expected === undefined) continue
          expect([act, await perform(world, model, act)]).toEqual([act, expected])
          happened.add(`${act.kind} ${expected}`)
          if ((index + 1) % ACTS_BETWEEN > 0) continue
          for (const viewer of EVERYBODY) await expectReads(world, model, viewer)
        }
      },
    ),
    // Looking for a shorter way to the same failure would take longer than the test may.
    { numRuns: RUNS, endOnFailure: true, examples: [[EVENING]] },
  )
  // A model that is only ever refused would prove nothing.
  const acted =
    'befriend 200,block 200,choose squad 200,privacy 200,post 201,change audience 200,change audience 409'
  for (const one of acted.split(',')) expect(happened).toContain(one)
  for (const [way, { asked, shown }] of counts) {
    expect(shown, way).toBeGreaterThan(0)
    expect(asked, way).toBeGreaterThan(shown)
  }
})

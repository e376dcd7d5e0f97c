import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { audienceActs, EVENING } from '../../tests/actions/audience-actions.ts'
import { callAs, readAs } from '../../tests/actions/calls.ts'
import {
  type AudienceModel,
  actOnModel,
  earlierPosts,
  isInFeed,
  seesPost,
  to,
} from '../../tests/models/audience-model.ts'
import {
  type AudienceWorld,
  EVERYBODY,
  idOf,
  openAudienceWorld,
  perform,
  THEME,
} from '../../tests/models/audience-world.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { maySee } from './may-see.ts'
import { mayOpenImage } from './open-image.ts'

// Four members befriend, block, choose their squads, write, narrow and widen, and open and close
// their profiles, in any order. Every way to a post, to what is under it and to the news of it
// agrees with a model of ten lines (`seesPost` of tests/models/audience-model.ts).

const RUNS = 5
const ACTS = 30
/** Everything is read after so many acts. */
const ACTS_BETWEEN = 5

let server: TestServer
/** How often each way was asked, and how often it showed something. */
const counts = new Map<string, { asked: number; shown: number }>()
beforeAll(async () => {
  server = await openTestServer()
  // An administrator sees pictures of all posts.
  await server.join(ada)
})
afterAll(() => server.close())

/** Compares what a way brought of the posts with what the model says. */
function expectShown(way: string, viewer: number, shown: boolean[], expected: boolean[]) {
  const count = counts.get(way) ?? { asked: 0, shown: 0 }
  count.asked += shown.length
  count.shown += shown.filter(Boolean).length
  counts.set(way, count)
  expect(shown, `${way} for ${viewer}`).toEqual(expected)
}

async function expectReads(world: AudienceWorld, model: AudienceModel, viewer: number) {
  const as = world.people[viewer] as Member
  const sees = model.posts.map((post) => seesPost(model, viewer, post))
  const within = (page: { posts: { _id: string }[] }) => {
    const ids = new Set(page.posts.map(({ _id }) => _id))
    return world.posts.map(({ id }) => ids.has(id))
  }
  const read = (path: string) => readAs(server, as, path)
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
    const looked = await callAs(
      server,
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
async function expectEach(world: AudienceWorld, viewer: number, sees: boolean[]) {
  const as = world.people[viewer] as Member
  const { db, clock } = server.services
  const ways: Record<string, (post: AudienceWorld['posts'][number]) => Promise<boolean>> = {
    post: async ({ id }) => (await callAs(server, as, 'GET', `/posts/${id}`)).statusCode === 200,
    comments: async ({ id }) =>
      (await callAs(server, as, 'GET', `/posts/${id}/comments`)).statusCode === 200,
    reaction: async ({ id }) =>
      (await callAs(server, as, 'POST', `/posts/${id}/like`)).statusCode === 200,
    rule: ({ id }) => maySee(db, as.id, 'post', Number(id)),
    image: (post) => mayOpenImage(db, { viewer: as.id, image: post.image, now: clock() }),
  }
  for (const [way, ask] of Object.entries(ways)) {
    const shown: boolean[] = []
    for (const post of world.posts) shown.push(await ask(post))
    expectShown(way, viewer, shown, sees)
  }
}

it('every way to a post agrees with a model of ten lines', async () => {
  const happened = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(audienceActs, { minLength: ACTS, maxLength: ACTS, size: 'max' }),
      async (all) => {
        const world = await openAudienceWorld(server)
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

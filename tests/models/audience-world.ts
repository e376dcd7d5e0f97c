import { expect } from 'vitest'
import { notify } from '../../server/notifications/notify.ts'
import { mutate } from '../../server/platform/database/mutate.ts'
import { PEOPLE } from '../actions/audience-actions.ts'
import { callAs } from '../actions/calls.ts'
import { befriend } from '../actions/post-actions.ts'
import { person } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import type { Member, TestServer } from '../test-server.ts'
import {
  type AudienceAct,
  type AudienceModel,
  friendsAmong,
  isInFeed,
  type ModelPost,
  type PostAct,
} from './audience-model.ts'

// The people and posts on a server that stand for those of the audience model, and the model's acts
// as calls.

export const EVERYBODY = Array.from({ length: PEOPLE }, (_, who) => who)
export const THEME = '2026-01-15'

/** What stands on the server for the model. */
export interface AudienceWorld {
  server: TestServer
  people: Member[]
  /** In the order of the model's. */
  posts: { id: string; image: string }[]
}

let joined = 0

/** Members for one run of the model: nobody knows anybody. */
export async function openAudienceWorld(server: TestServer): Promise<AudienceWorld> {
  const people: Member[] = []
  for (const _ of EVERYBODY) people.push(await server.join(person(`Reader_${++joined}`)))
  return { server, people, posts: [] }
}

/** Does on the server what the model did, and returns the status. */
export async function perform(
  world: AudienceWorld,
  model: AudienceModel,
  act: AudienceAct,
): Promise<number> {
  const { server } = world
  const as = world.people[act.who] as Member
  if ('place' in act) return performOnPost(world, act)
  if ('other' in act) {
    const other = world.people[act.other] as Member
    const { _id } = other.user
    if (act.kind === 'befriend') return befriend(server, as, other).then(() => 200)
    if (act.kind === 'unfriend')
      return (await callAs(server, as, 'DELETE', `/users/friend/${_id}`)).statusCode
    const method = act.kind === 'block' ? 'PUT' : 'DELETE'
    return (await callAs(server, as, method, `/users/${_id}/block`)).statusCode
  }
  switch (act.kind) {
    case 'choose squad': {
      const squad = friendsAmong(model, act.who, act.others).map((one) => idOf(world, one))
      return (await callAs(server, as, 'PUT', '/users/squad', { squad })).statusCode
    }
    case 'privacy': {
      const { isPrivate, keepEarlier } = act
      return (await callAs(server, as, 'PUT', '/users/privacy', { isPrivate, keepEarlier }))
        .statusCode
    }
    case 'post':
      return write(world, model, act)
  }
}

export const idOf = ({ people }: AudienceWorld, who: number) => String(people[who]?.user._id)

async function write(
  world: AudienceWorld,
  model: AudienceModel,
  act: AudienceAct & { kind: 'post' },
) {
  const { server } = world
  const author = world.people[act.who] as Member
  const told = topicsTold(server)
  const file = { name: 'image', filename: 'tea.png', bytes: await testImage() }
  const fields = { text: 'Tea', audience: act.audience, themeDate: THEME }
  const answer = await callAs(server, author, 'POST', '/posts', form(fields, file))
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
function topicsTold(server: TestServer) {
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
async function tellOf(world: AudienceWorld, made: ModelPost, who: number) {
  const { id } = world.posts.at(-1) ?? { id: '' }
  const member = world.people[who] as Member
  if (who === made.author) return
  const news = { kind: 'comment', to: member.id, senderId: null, postId: Number(id) } as const
  const { services } = world.server
  await mutate(services, (mutation) => notify(services, mutation, news))
}

async function performOnPost(world: AudienceWorld, act: PostAct) {
  const { server, people, posts } = world
  const as = people[act.who] as Member
  const path = `/posts/${posts[act.place]?.id}`
  switch (act.kind) {
    case 'comment':
      return (await callAs(server, as, 'POST', `${path}/comments`, { text: 'Yes' })).statusCode
    case 'edit':
      return (await callAs(server, as, 'PUT', path, { text: 'Better tea' })).statusCode
    case 'delete': {
      const { statusCode } = await callAs(server, as, 'DELETE', path)
      if (statusCode === 200) posts.splice(act.place, 1)
      return statusCode
    }
    default:
      return (await callAs(server, as, 'PUT', `${path}/audience`, { audience: act.audience }))
        .statusCode
  }
}

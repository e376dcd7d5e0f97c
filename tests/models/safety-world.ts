import type { Comment } from '../../contract/comments.ts'
import type { Post } from '../../contract/posts.ts'
import type { Space } from '../../contract/spaces.ts'
import { startSession } from '../../server/accounts/sessions.ts'
import { callAs } from '../actions/calls.ts'
import { befriend } from '../actions/post-actions.ts'
import { enter, makeSpace } from '../actions/space-actions.ts'
import { type Person, person } from '../people.ts'
import { connect, type RealtimeClient } from '../realtime-client.ts'
import { form, testImage } from '../test-images.ts'
import type { Member, TestServer } from '../test-server.ts'
import { type Act, isOnMessage, type MessageAct, PEOPLE, pairOf } from './safety-model.ts'

// The people and things on a server that stand for those of the safety model, and the model's acts
// as calls.

export const EVERYBODY = Array.from({ length: PEOPLE }, (_, who) => who)

/** What stands on the server for the model. */
export interface SafetyWorld {
  server: TestServer
  people: Member[]
  lines: Map<number, RealtimeClient>
  space: Space
  /** In the order of the model's; the first has a picture. */
  posts: { id: string; comments: string[] }[]
  images: string[]
  messages: string[]
  /** Conversations by pairs, as the model names them. */
  talks: Map<string, string>
}

let joined = 0

function nextPerson(): Person {
  return person(`Guest_${++joined}`)
}

export async function openSafetyWorld(server: TestServer): Promise<SafetyWorld> {
  const people: Member[] = []
  for (const _ of EVERYBODY) people.push(await server.join(nextPerson()))
  const [first, second] = people as [Member, Member]
  await befriend(server, first, second)
  const space = await makeSpace(server, first)
  for (const one of people.slice(1)) await enter(server, one, space)
  const posts: Post[] = []
  const image = await testImage()
  const file = { name: 'image', filename: 'tea.png', bytes: image }
  for (const as of people)
    posts.push(
      (await callAs(server, as, 'POST', '/posts', form({ text: 'Tea' }, file))).json().post,
    )
  const { db } = server.services
  const images: string[] = []
  for (const { _id } of posts) {
    const shown = db.selectFrom('post_images').selectAll().where('post_id', '=', Number(_id))
    const [row] = await shown.execute()
    images.push(row?.image_id ?? '')
  }
  const lines = new Map<number, RealtimeClient>()
  for (const who of EVERYBODY) lines.set(who, await connect(server, people[who] as Member))
  const made = posts.map(({ _id: id }) => ({ id, comments: [] }))
  return { server, people, lines, space, posts: made, images, messages: [], talks: new Map() }
}

/** Does on the server what the model did, and returns the status. */
export async function perform(world: SafetyWorld, act: Act, admin: Member): Promise<number> {
  const { server, people, space, posts, messages } = world
  const as = people[act.who] as Member
  const spacePath = `/spaces/${space._id}`
  if ('other' in act) return performOnOther(world, act, admin)
  switch (act.kind) {
    case 'join':
    case 'leave':
      return (await callAs(server, as, 'POST', `${spacePath}/${act.kind}`)).statusCode
    case 'privacy':
      return (await callAs(server, as, 'PUT', '/users/privacy', { isPrivate: act.isPrivate }))
        .statusCode
    case 'say': {
      const answer = await callAs(server, as, 'POST', `${spacePath}/messages`, { content: 'Hello' })
      if (answer.statusCode === 201) messages.push(answer.json()._id)
      return answer.statusCode
    }
    case 'post': {
      const answer = await callAs(server, as, 'POST', '/posts', form({ text: 'More tea' }))
      if (answer.statusCode === 201) posts.push({ id: answer.json().post._id, comments: [] })
      return answer.statusCode
    }
    default:
      return isOnMessage(act.kind)
        ? performOnMessage(world, { ...act, kind: act.kind })
        : performOnPost(world, act)
  }
}

async function performOnMessage(
  { server, people, space, messages }: SafetyWorld,
  { kind, who, place }: { kind: MessageAct; who: number; place: number },
) {
  const as = people[who] as Member
  const all = `/spaces/${space._id}/messages`
  const path = `${all}/${messages[place]}`
  if (kind === 'pin') return (await callAs(server, as, 'PUT', `${path}/pin`)).statusCode
  if (kind === 'unsay') {
    const { statusCode } = await callAs(server, as, 'DELETE', path)
    if (statusCode === 200) messages.splice(place, 1)
    return statusCode
  }
  const body = { content: 'Hello again', replyTo: messages[place] }
  const answer = await callAs(server, as, 'POST', all, body)
  if (answer.statusCode === 201) messages.push(answer.json()._id)
  return answer.statusCode
}

async function performOnPost(
  { server, people, posts, space, messages }: SafetyWorld,
  act: Act & { place: number },
) {
  const as = people[act.who] as Member
  const post = posts[act.place]
  if (!post) throw new Error('There is no such post.')
  const path = `/posts/${post.id}`
  if (act.kind === 'share') {
    const body = { content: '', postId: post.id }
    const answer = await callAs(server, as, 'POST', `/spaces/${space._id}/messages`, body)
    if (answer.statusCode === 201) messages.push(answer.json()._id)
    return answer.statusCode
  }
  if (act.kind === 'like') return (await callAs(server, as, 'POST', `${path}/like`)).statusCode
  if (act.kind === 'comment') {
    const answer = await callAs(server, as, 'POST', `${path}/comments`, { text: 'Yes' })
    if (answer.statusCode === 201) post.comments.push(newestOf(answer.json()))
    return answer.statusCode
  }
  if (act.kind === 'uncomment') {
    const { statusCode } = await callAs(
      server,
      as,
      'DELETE',
      `${path}/comments/${post.comments[0]}`,
    )
    if (statusCode === 200) post.comments.shift()
    return statusCode
  }
  const { statusCode } = await callAs(server, as, 'DELETE', path)
  if (statusCode === 200) posts.splice(act.place, 1)
  return statusCode
}

async function performOnOther(
  world: SafetyWorld,
  act: Act & { other: number },
  admin: Member,
): Promise<number> {
  const { server, people, lines, space } = world
  const as = people[act.who] as Member
  const other = people[act.other] as Member
  const { _id: id } = other.user
  switch (act.kind) {
    case 'suspend': {
      const body = { days: null, text: 'Too loud' }
      const answer = await callAs(server, admin, 'POST', `/admin/user/${id}/suspend`, body)
      await lines.get(act.other)?.closed
      lines.delete(act.other)
      return answer.statusCode
    }
    case 'lift': {
      const answer = await callAs(server, admin, 'POST', `/admin/user/${id}/lift`, {
        text: 'Welcome',
      })
      other.token = await startSession(server.services, other.id, false)
      lines.set(act.other, await connect(server, other))
      return answer.statusCode
    }
    case 'ban':
      return (
        await callAs(server, as, 'PUT', `/spaces/${space._id}/bans/${id}`, { reason: 'Loud' })
      ).statusCode
    case 'unban':
      return (await callAs(server, as, 'DELETE', `/spaces/${space._id}/bans/${id}`)).statusCode
    case 'write':
      return write(world, act)
    case 'accept': {
      const talk = world.talks.get(pairOf(act.who, act.other))
      return (await callAs(server, as, 'POST', `/conversations/${talk}/accept`)).statusCode
    }
    case 'invite': {
      const body = { userIds: [id] }
      return (await callAs(server, as, 'POST', `/spaces/${space._id}/invitations`, body)).statusCode
    }
    case 'request':
      return (await callAs(server, as, 'POST', `/users/friend-request/${id}`)).statusCode
    case 'unfriend':
      return (await callAs(server, as, 'DELETE', `/users/friend/${id}`)).statusCode
    case 'mute':
      return (await callAs(server, as, 'PUT', `/users/${id}/mute`, { until: null })).statusCode
    case 'block':
      return (await callAs(server, as, 'PUT', `/users/${id}/block`)).statusCode
    default:
      return (await callAs(server, as, 'DELETE', `/users/${id}/${act.kind.slice(2)}`)).statusCode
  }
}

async function write({ server, people, talks }: SafetyWorld, act: Act & { other: number }) {
  const as = people[act.who] as Member
  const pair = pairOf(act.who, act.other)
  if (!talks.has(pair)) {
    const userIds = [people[act.other]?.user._id]
    const begun = await callAs(server, as, 'POST', '/conversations', { userIds })
    if (begun.statusCode >= 400) return begun.statusCode
    talks.set(pair, begun.json()._id)
  }
  const path = `/spaces/${talks.get(pair)}/messages`
  return (await callAs(server, as, 'POST', path, { content: 'Hello' })).statusCode
}

/** Ids grow with time. */
function newestOf(comments: Comment[]): string {
  return String(Math.max(...comments.map(({ _id }) => Number(_id))))
}

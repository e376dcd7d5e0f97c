import type { Comment } from '../../contract/comments.ts'
import type { Post, PostAudience } from '../../contract/posts.ts'
import { notify } from '../../server/notifications/notify.ts'
import { mutate } from '../../server/platform/database/mutate.ts'
import type { Id } from '../../server/platform/ids.ts'
import { topicsOf } from '../../server/spaces/membership/membership.ts'
import type { Subject } from '../../server/visibility/may-see.ts'
import { befriend, makePrivate, unfriend } from '../actions/post-actions.ts'
import { actorOf, enter, GARDEN, makeSpace, say } from '../actions/space-actions.ts'
import { ada, ben, cleo, ivy, jon, kim, lea, others, type Person } from '../people.ts'
import { form, testImage } from '../test-images.ts'
import { type Member, openTestServer, type TestServer } from '../test-server.ts'
import type { Thing, Viewer } from './visibility-table.ts'

// A server on which somebody stands in every way to the owner and to the admin's space. Ivy is a
// friend of everybody's but the owner's, and everybody is in a space elsewhere: to have a friend is
// not yet to be the author's, and to be in a space not yet to be in this one.

const [dora, emil, fay, gus, hana] = others as [Person, Person, Person, Person, Person]

const PEOPLE: Record<Exclude<Viewer, 'nobody'>, Person> = {
  administrator: ada,
  owner: ben,
  stranger: cleo,
  friend: dora,
  former: emil,
  member: fay,
  spaceAdmin: gus,
  squad: hana,
  blocked: kim,
  blocker: lea,
}
export type People = Record<Exclude<Viewer, 'nobody'>, Member>

const POST = 'Ben wrote this post'
const COMMENT = 'Dora wrote this comment'
const REACTION = '🫖'
const CARD = 'Ben likes his tea strong'
const MESSAGE = 'Fay said this in the space'
const SPACE = 'Tea room'
const SOUND = 'https://sound.example.org/rain.mp3'
const PASSED = 'Another space'

/** One thing, and the ways it is asked for. */
interface Asked {
  /** How the rule is asked for it; null where it belongs to another thing. */
  rule: [Subject, Id] | null
  /** Below /api; each must hold the words for who may see the thing, and for nobody else. */
  paths: string[]
  words: string
}

export type VisibilityScene = Awaited<ReturnType<typeof openVisibilityScene>>

export async function openVisibilityScene() {
  const server = await openTestServer()
  const { people, guest } = await bringPeople(server)
  const { owner, friend, squad, former, member, spaceAdmin, blocked, blocker } = people
  await server.register(jon)
  await befriendEverybodyBut(owner, guest, server, people)
  for (const one of [friend, squad, former, blocked]) await befriend(server, owner, one)
  await call(server, 'PUT', '/users/squad', owner, { squad: [squad.user._id] })
  await call(server, 'PUT', '/users/profile', owner, form({ aboutMe: CARD }))
  const post = await makePost(server, owner)
  const comment = await addComment(server, friend, post._id)
  await call(server, 'POST', `/posts/${post._id}/vibes`, squad, { emoji: REACTION })
  const space = await makeSpace(server, spaceAdmin, { name: SPACE })
  for (const one of [member, former, blocked, blocker]) await enter(server, one, space)
  const elsewhere = await makeSpace(server, spaceAdmin, { name: 'Elsewhere' })
  for (const one of Object.values(people)) await enter(server, one, elsewhere)
  await say(server, member, space, MESSAGE)
  const told = {
    owner: await newestNotification(server, owner),
    friend: await tellOfComment(server, friend, post, comment),
    former: await tellOfComment(server, former, post, comment),
    ofNoPost: await tellOfSpace(server, former),
  }
  await unfriend(server, owner, former)
  await call(server, 'PUT', `/users/${blocked.user._id}/block`, owner)
  await call(server, 'PUT', `/users/${owner.user._id}/block`, blocker)
  await call(server, 'POST', `/spaces/${space._id}/leave`, former)
  const things = await thingsOf(server, owner, { post, comment, space, told })
  return {
    server,
    people,
    things,
    /**
     * Makes the owner's profile and the space private, or public; the post is for this audience.
     */
    async close(isPrivate: boolean, audience: PostAudience = 'profile') {
      await makePrivate(server, owner, isPrivate)
      await setAudience(server, Number(post._id), audience, isPrivate)
      const body = { ...GARDEN, name: SPACE, sound: { url: SOUND, name: 'Rain' }, isPrivate }
      await call(server, 'PUT', `/spaces/${space._id}`, spaceAdmin, body)
    },
    /** Whether the viewer would hear what is said in the space. */
    async hears(viewer: keyof People): Promise<boolean> {
      const topics = await topicsOf(actorOf(people[viewer]), server.services)
      return topics.includes(`space:${space._id}`)
    },
  }
}

async function bringPeople(server: TestServer): Promise<{ people: People; guest: Member }> {
  const people = {} as People
  people.administrator = await server.join(ada)
  // Before all others: of several friends the author is not the first.
  const guest = await server.join(ivy)
  for (const [viewer, person] of Object.entries(PEOPLE))
    if (person !== ada) people[viewer as keyof People] = await server.join(person)
  return { people, guest }
}

interface Made {
  post: Post
  comment: Comment
  space: { _id: string }
  told: Record<'owner' | 'friend' | 'former' | 'ofNoPost', Id>
}

async function thingsOf(
  server: TestServer,
  owner: Member,
  { post, comment, space, told }: Made,
): Promise<Record<Thing, Asked>> {
  const image = post.image?.sources[0]?.url.split('?')[0] ?? ''
  const postPaths = [`/posts/${post._id}`, `/users/${owner.user._id}/posts`]
  const imagePaths = [`/users/${owner.user._id}/images`, `/users/${owner.user._id}/profile`]
  const notification = (id: Id): Asked => ({
    rule: ['notification', id],
    paths: ['/notifications'],
    words: String(id),
  })
  return {
    post: { rule: ['post', Number(post._id)], paths: postPaths, words: POST },
    comment: {
      rule: ['comment', Number(comment._id)],
      paths: [`/posts/${post._id}/comments`, `/posts/comments?ids=${post._id}`],
      words: COMMENT,
    },
    image: { rule: null, paths: [...postPaths, ...imagePaths], words: image },
    reaction: { rule: null, paths: postPaths, words: REACTION },
    notification: notification(told.owner),
    'notification of a friend': notification(told.friend),
    'notification of a former': notification(told.former),
    'notification of no post': notification(told.ofNoPost),
    'profile card': {
      rule: ['member', owner.id],
      paths: [`/users/${owner.user._id}/profile`],
      words: CARD,
    },
    'unverified card': await unverifiedCard(server),
    'space card': {
      rule: ['space', Number(space._id)],
      paths: ['/spaces', `/spaces/${space._id}`],
      words: SPACE,
    },
    'space contents': {
      rule: ['space contents', Number(space._id)],
      paths: ['/spaces', `/spaces/${space._id}`],
      words: SOUND,
    },
    'space messages': {
      rule: ['space messages', Number(space._id)],
      paths: [`/spaces/${space._id}/messages`],
      words: MESSAGE,
    },
  }
}

async function befriendEverybodyBut(
  owner: Member,
  guest: Member,
  server: TestServer,
  people: People,
) {
  for (const one of Object.values(people)) if (one !== owner) await befriend(server, guest, one)
}

async function call(
  server: TestServer,
  method: 'POST' | 'PUT' | 'GET',
  path: string,
  as: Member,
  body?: object,
) {
  const answer = await server.call(method, path, { as, ...(body ? { body } : {}) })
  if (answer.statusCode >= 300) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`)
  return answer.json()
}

async function makePost(server: TestServer, as: Member) {
  const file = { name: 'image', filename: 'tea.png', bytes: await testImage() }
  return (await call(server, 'POST', '/posts', as, form({ text: POST }, file))).post
}

async function addComment(server: TestServer, as: Member, postId: string) {
  const [comment] = await call(server, 'POST', `/posts/${postId}/comments`, as, { text: COMMENT })
  return comment
}

async function newestNotification(server: TestServer, as: Member): Promise<Id> {
  const [newest] = await call(server, 'GET', '/notifications', as)
  return Number(newest._id)
}

/** Past the route, which does not widen what others commented. */
async function setAudience(
  { services }: TestServer,
  postId: Id,
  audience: PostAudience,
  isPrivate: boolean,
) {
  const is_public = audience === 'profile' && !isPrivate ? 1 : 0
  await services.db
    .updateTable('posts')
    .set((eb) => ({ audience, is_public, version: eb('version', '+', 1) }))
    .where('id', '=', postId)
    .execute()
}

/** As everybody who commented might be told of what follows. */
async function tellOfComment(server: TestServer, to: Member, post: Post, comment: Comment) {
  const about = { postId: Number(post._id), commentId: Number(comment._id) }
  const news = { kind: 'comment', to: to.id, senderId: null, ...about } as const
  await mutate(server.services, (mutation) => notify(server.services, mutation, news))
  return newestNotification(server, to)
}

async function tellOfSpace(server: TestServer, to: Member) {
  const about = { kind: 'space_passed', params: { spaceName: PASSED } } as const
  await mutate(server.services, (mutation) =>
    notify(server.services, mutation, { ...about, to: to.id, senderId: null }),
  )
  return newestNotification(server, to)
}

async function unverifiedCard({ services }: TestServer): Promise<Asked> {
  const { id } = await services.db
    .selectFrom('users')
    .select('id')
    .where('username', '=', jon.username)
    .executeTakeFirstOrThrow()
  const paths = [`/users/${id}/profile`, '/users/all', `/users/search?q=${jon.username}`]
  return { rule: ['member', id], paths, words: `"username":"${jon.username}"` }
}

import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Comment } from '../../contract/comments.ts'
import type { Post } from '../../contract/posts.ts'
import type { MemberProfile } from '../../contract/profile.ts'
import type { ServerEvent } from '../../contract/realtime.ts'
import type { SpaceMessage } from '../../contract/space-messages.ts'
import type { Space } from '../../contract/spaces.ts'
import { callAs, readAs } from '../../tests/actions/calls.ts'
import { EVENING, safetyActs } from '../../tests/actions/safety-actions.ts'
import { stateOf } from '../../tests/models/conversation-model.ts'
import {
  type Act,
  areFriends,
  between,
  hearsOf,
  isBlocked,
  isInFeed,
  type SafetyModel,
  safetyModel,
  seesMember,
  seesPost,
  to,
} from '../../tests/models/safety-model.ts'
import { actOnModel } from '../../tests/models/safety-model-actions.ts'
import {
  EVERYBODY,
  openSafetyWorld,
  perform,
  type SafetyWorld,
} from '../../tests/models/safety-world.ts'
import { ada } from '../../tests/people.ts'
import { type Member, openTestServer, type TestServer } from '../../tests/test-server.ts'
import { mayOpenImage } from './open-image.ts'

// Three members befriend, block, mute, ban and write, and an administrator suspends them, in any
// order. After each act everything that each of them can read, open and hear is as the model says.

let server: TestServer
let admin: Member
beforeAll(async () => {
  server = await openTestServer()
  admin = await server.join(ada)
})
afterAll(() => server.close())

const read = (as: Member, path: string) => readAs(server, as, path)

/** Everything that a member can read and open, against the model. */
async function expectReads(world: SafetyWorld, model: SafetyModel, viewer: number) {
  const as = world.people[viewer] as Member
  if (model.suspended.has(viewer)) {
    for (const path of ['/users/user', '/posts/public', `/spaces/${world.space._id}/messages`])
      expect((await callAs(server, as, 'GET', path)).statusCode, path).toBe(401)
    return
  }
  await expectPosts(world, model, viewer)
  await expectPeople(world, model, viewer)
  await expectSpace(world, model, viewer)
  await expectTalks(world, model, viewer)
}

async function expectPosts({ people, posts }: SafetyWorld, model: SafetyModel, viewer: number) {
  const as = people[viewer] as Member
  const idsWhere = (isShown: (post: SafetyModel['posts'][number]) => boolean) =>
    posts.filter((_, place) => isShown(model.posts[place] as never)).map(({ id }) => id)
  const isOurs = ({ _id }: Post) => posts.some(({ id }) => id === _id)
  const idsIn = (list: Post[]) =>
    list
      .filter(isOurs)
      .map(({ _id }) => _id)
      .toSorted()
  for (const feed of ['friends', 'public'] as const) {
    const shown = await read(as, `/posts/${feed}`)
    expect(idsIn(shown.posts), `feed ${feed}`).toEqual(
      idsWhere((post) => isInFeed(model, viewer, post, feed)).toSorted(),
    )
  }
  for (const [place, { id, comments }] of posts.entries()) {
    const post = model.posts[place] as SafetyModel['posts'][number]
    const isSeen = seesPost(model, viewer, post)
    const card = await callAs(server, as, 'GET', `/posts/${id}`)
    expect(card.statusCode, 'post').toBe(isSeen ? 200 : 404)
    const list = await callAs(server, as, 'GET', `/posts/${id}/comments`)
    expect(list.statusCode, 'comments').toBe(isSeen ? 200 : 404)
    if (!isSeen) continue
    const seen = (author: number) => seesMember(model, viewer, author)
    const shown: Post = card.json()
    const likers = [...post.likes].filter(seen).map((who) => people[who]?.user._id)
    expect(shown.likes.toSorted(), 'likes').toEqual(likers.toSorted())
    expect(shown.likeCount, 'like count').toBe(likers.length)
    const found = list.json<Comment[]>().map(({ _id }) => _id)
    const visible = comments.filter((_, index) => seen(post.comments[index]?.author ?? -1))
    expect(found.toSorted(), 'comments').toEqual(visible.toSorted())
    expect(shown.commentCount, 'comment count').toBe(visible.length)
  }
}

/** Whom both know, and the picture that is with the other's first post. */
function expectCompany(
  { mutualFriends, images: shown }: MemberProfile,
  { people, images }: SafetyWorld,
  model: SafetyModel,
  { viewer, other }: { viewer: number; other: number },
) {
  const isMutual = (who: number) =>
    areFriends(model, viewer, who) &&
    areFriends(model, other, who) &&
    seesMember(model, viewer, who)
  const mutual = EVERYBODY.filter(isMutual).map((who) => people[who]?.user._id)
  expect(
    mutualFriends.named.map(({ _id }) => _id),
    'mutual friends',
  ).toEqual(mutual)
  expect(mutualFriends.count, 'mutual friends').toBe(mutual.length)
  const post = model.posts.find((each) => each.author === other)
  if (!post || !isFirstThere(model, other)) return
  expect(JSON.stringify(shown).includes(images[other] ?? ''), 'pictures').toBe(
    seesPost(model, viewer, post),
  )
}

async function expectPeople(world: SafetyWorld, model: SafetyModel, viewer: number) {
  const { people, images } = world
  const as = people[viewer] as Member
  const idsAt = async (path: string) =>
    (await read(as, path)).map(({ _id }: { _id: string }) => _id) as string[]
  const friends = await idsAt('/users/friends')
  const requests = await idsAt('/users/friend-requests')
  for (const other of EVERYBODY.filter((who) => who !== viewer)) {
    const { user, id } = people[other] as Member
    const isSeen = seesMember(model, viewer, other)
    const card = await callAs(server, as, 'GET', `/users/${user._id}/profile`)
    expect(card.statusCode, 'card').toBe(isSeen ? 200 : 404)
    if (isSeen) expectCompany(card.json(), world, model, { viewer, other })
    expect(await idsAt(`/users/search?q=${user.username}`), 'search').toEqual(
      isSeen ? expect.arrayContaining([user._id]) : expect.not.arrayContaining([user._id]),
    )
    const isFriend = isSeen && areFriends(model, viewer, other)
    expect(friends.includes(user._id), 'friend').toBe(isFriend)
    const hasAsked = isSeen && model.requests.has(to(other, viewer))
    expect(requests.includes(user._id), 'request').toBe(hasAsked)
    const now = server.services.clock()
    const asked = { viewer: as.id, image: images[other] ?? '', now }
    const post = model.posts.find((each) => each.author === other)
    // The picture is that of the first; it goes with it.
    if (post && isFirstThere(model, other))
      expect(await mayOpenImage(server.services.db, asked), `picture of ${id}`).toBe(
        seesPost(model, viewer, post),
      )
  }
  const notifications = await read(as, '/notifications')
  for (const { sender } of notifications) expectHeard(model, people, viewer, sender?._id)
}

/** Nobody deleted a post of theirs. */
function isFirstThere(model: SafetyModel, author: number): boolean {
  return !model.unposted.has(author)
}

function expectHeard(model: SafetyModel, people: Member[], viewer: number, senderId?: string) {
  const sender = people.findIndex(({ user }) => user._id === senderId)
  if (sender >= 0) expect(hearsOf(model, viewer, sender), 'notification').toBe(true)
}

async function expectSpace(
  { people, space, messages }: SafetyWorld,
  model: SafetyModel,
  viewer: number,
) {
  const as = people[viewer] as Member
  const path = `/spaces/${space._id}`
  const isMember = model.members.has(viewer)
  const card: Space = await read(as, path)
  expect(card, 'space').toMatchObject({ isMember, memberCount: model.members.size })
  expect(card.banReason !== null, 'ban').toBe(model.banned.has(viewer))
  expect(card.members.length, 'members').toBe(model.banned.has(viewer) ? 0 : model.members.size)
  const chat = await callAs(server, as, 'GET', `${path}/messages`)
  expect(chat.statusCode, 'chat').toBe(isMember ? 200 : 403)
  expect((await callAs(server, as, 'GET', `${path}/bans`)).statusCode, 'bans').toBe(
    viewer === 0 ? 200 : 403,
  )
  if (!isMember) return
  const said: SpaceMessage[] = chat.json()
  const read_ = said.map(({ _id }) => _id)
  expect(messages.slice(-read_.length), 'messages').toEqual(read_)
  for (const [place, { replyTo }] of said.entries()) {
    const message = model.messages.at(place - said.length)
    const answered = message?.answers
    const at = answered ? model.messages.indexOf(answered) : -1
    // Of what is deleted nothing is left of it.
    if (answered && at < 0) expect(replyTo).toMatchObject({ content: '', isDeleted: true })
    else expect(replyTo?._id, 'quoted').toBe(messages[at])
  }
  const idsAt = (list: SpaceMessage[]) => list.map(({ _id }) => _id).toSorted()
  const idsWhere = (isShown: (message: SafetyModel['messages'][number]) => boolean) =>
    messages.filter((_, place) => isShown(model.messages[place] as never)).toSorted()
  expect(idsAt(await read(as, `${path}/pins`)), 'pins').toEqual(
    idsWhere(({ isPinned }) => isPinned === true),
  )
  const again = await read(as, `${path}/messages/search?q=again`)
  expect(idsAt(again.messages), 'found').toEqual(
    idsWhere(({ author, answers }) => answers !== undefined && !isBlocked(model, viewer, author)),
  )
  const folds = await read(as, `${path}/folds`)
  for (const other of model.members) {
    if (other === viewer) continue
    const { _id } = (people[other] as Member).user
    const isOwn = model.blocks.has(to(viewer, other))
    expect(folds.blocked.includes(_id), 'folded').toBe(isOwn)
    expect(folds.hidden.includes(_id), 'hidden').toBe(!isOwn && isBlocked(model, viewer, other))
  }
}

/** What is written between two is there for the two, whatever became of them since. */
async function expectTalks({ people, talks }: SafetyWorld, model: SafetyModel, viewer: number) {
  const as = people[viewer] as Member
  for (const [pair, id] of talks) {
    const two = pair.split('>').map(Number)
    const other = two.find((one) => one !== viewer) as number
    const talk = model.talks.get(pair)
    const isIn = two.includes(viewer) && talk !== undefined
    const answer = await callAs(server, as, 'GET', `/conversations/${id}`)
    const said = await callAs(server, as, 'GET', `/spaces/${id}/messages`)
    expect([answer.statusCode, said.statusCode], 'talk').toEqual(isIn ? [200, 200] : [404, 404])
    if (!isIn) continue
    expect(answer.json().state, 'state of a talk').toBe(
      stateOf(talk, viewer, between(model, viewer, other)),
    )
    expect(said.json().length, 'said').toBe(Math.min(talk.said, 50))
  }
}

/** What came over the lines since the last act. */
async function expectEvents(
  { people, lines, space, talks }: SafetyWorld,
  model: SafetyModel,
  act: Act,
) {
  for (const [viewer, line] of lines) {
    await line.flushed()
    const events: ServerEvent[] = line.received.splice(0)
    for (const event of events) {
      if (event.type === 'notification')
        expectHeard(model, people, viewer, event.notification.sender?._id)
      if (event.type.startsWith('message_') && 'spaceId' in event && event.spaceId === space._id)
        expect(model.members.has(viewer), event.type).toBe(true)
      for (const [pair, id] of talks)
        if ('spaceId' in event && event.spaceId === id)
          expect(pair.split('>').map(Number), event.type).toContain(viewer)
    }
    const isSaid = act.kind === 'say' && model.members.has(act.who)
    if (isSaid && model.members.has(viewer) && !model.suspended.has(act.who))
      expect(events.map(({ type }) => type)).toContain('message_created')
  }
}

const RUNS = 8
const ACTS = 24

// Each act is followed by some sixty reads: up to two seconds where other work is on the machine.
const PATIENCE_MS = 2 * RUNS * ACTS * 1000

it('nobody sees, opens or hears what they must not, whatever three members do', {
  timeout: PATIENCE_MS,
}, async () => {
  const happened = new Set<string>()
  await fc.assert(
    fc.asyncProperty(
      fc.array(safetyActs, { minLength: ACTS, maxLength: ACTS, size: 'max' }),
      async (all) => {
        const world = await openSafetyWorld(server)
        const model = safetyModel()
        for (const act of all) {
          const expected = actOnModel(model, act)
          if (expected === undefined) continue
          expect([act, await perform(world, act, admin)]).toEqual([act, expected])
          happened.add(`${act.kind} ${expected}`)
          await expectEvents(world, model, act)
          for (const viewer of EVERYBODY) await expectReads(world, model, viewer)
        }
        for (const line of world.lines.values()) await line.close()
      },
    ),
    // Looking for a shorter way to the same failure would take longer than the test may.
    { numRuns: RUNS, endOnFailure: true, examples: [[EVENING]] },
  )
  // A model that is only ever refused would prove nothing.
  const acted =
    'request block unblock mute suspend lift ban join like privacy accept pin invite'.split(' ')
  for (const kind of acted) expect(happened, kind).toContain(`${kind} 200`)
})

import { vibeBody } from '../contract/reactions.ts'
import { spaceBody } from '../contract/spaces.ts'
import { findAccount } from '../server/accounts/administrators.ts'
import { setPrivacy } from '../server/accounts/privacy.ts'
import { registerAccount, verifyEmail } from '../server/accounts/registration.ts'
import { acceptFriendRequest, sendFriendRequest } from '../server/friends/friend-requests.ts'
import { markAllRead } from '../server/notifications/notification-list.ts'
import { type Id, newId } from '../server/platform/ids.ts'
import { addComment } from '../server/posts/comments.ts'
import { createPost } from '../server/posts/create-post.ts'
import { react, vibe } from '../server/posts/reactions.ts'
import { updateOwnProfile } from '../server/profile/edit-profile.ts'
import { setOwnSquad } from '../server/profile/squad.ts'
import type { Actor, Services } from '../server/services.ts'
import { answerRequest } from '../server/spaces/answer-join-request.ts'
import { reactToMessage, sendMessage } from '../server/spaces/chat.ts'
import { askToJoin } from '../server/spaces/join-requests.ts'
import { createSpace } from '../server/spaces/manage-space.ts'
import { joinSpace } from '../server/spaces/membership.ts'
import { paintPortrait, paintScene } from './drawings.ts'
import { ASKING, CAST, type DemoMember, FRIENDS, SQUADS } from './members.ts'
import { type DemoPost, POSTS } from './posts.ts'
import { type DemoSpace, SPACES } from './spaces.ts'
import type { Story } from './timeline.ts'

const HOUR_MS = 60 * 60_000
const MINUTE_MS = 60_000
const EMOJIS = ['❤️', '😄', '🌿', '✨', '🍞', '👏', '🌙', '☕']

export interface DemoOptions {
  services: Services
  story: Story
  password: string
  /** The secret in the mail that was sent to this address last. */
  secretFor(email: string): Promise<string>
}

/** Tells the story everything that happened in the sample community, by the product's own verbs. */
export function tell(world: DemoOptions) {
  const people = new Map<string, Actor>()
  const { services, story } = world
  const person = (name: string): Actor => {
    const actor = people.get(name)
    if (!actor) throw new Error(`${name} is not there yet.`)
    return actor
  }
  const act = (moment: number, verb: () => Promise<unknown>) =>
    story.at(moment, async () => void (await verb()))

  for (const member of CAST) act(joinedAt(story, member.name), () => join(world, people, member))
  tellFriendships({ services, story, person, act })
  for (const [index, post] of POSTS.entries())
    tellPost({ services, story, person, act }, post, index)
  for (const space of SPACES) tellSpace({ services, story, person, act }, space)
  // Everybody has looked at their notifications until a day ago.
  for (const { name } of CAST)
    act(story.moment(1, '12:00'), () => markAllRead(person(name), services))
}

interface Telling {
  services: Services
  story: Story
  person(name: string): Actor
  act(moment: number, verb: () => Promise<unknown>): void
}

async function join(
  { services, password, secretFor }: DemoOptions,
  people: Map<string, Actor>,
  member: DemoMember,
) {
  const { name: username } = member
  const email = emailOf(username)
  await registerAccount(services, { username, email, password })
  await verifyEmail(services, await secretFor(email))
  const user = await findAccount(services.db, username)
  if (!user) throw new Error(`${username} did not come in.`)
  const actor = { id: user.id, username, isAdmin: user.is_admin === 1, sessionId: newId() }
  people.set(username, actor)
  const { aboutMe, pet: petPreference, vibingTo: currentlyVibingTo } = member
  const photo = await paintPortrait(member.portrait)
  await updateOwnProfile(actor, services, {
    fields: { aboutMe, petPreference, currentlyVibingTo },
    photo,
  })
  if (member.isPrivate) await setPrivacy(actor.id, services, true)
}

export function emailOf(name: string): string {
  return `${name.toLowerCase()}@example.org`
}

function joinedAt(story: Story, name: string): number {
  const index = CAST.findIndex((member) => member.name === name)
  const { joined = 0 } = CAST[index] ?? {}
  // Nobody comes in the same minute: the order of sign-up is the order of the cast.
  return story.moment(joined, '06:00') + index * MINUTE_MS
}

function tellFriendships({ services, story, person, act }: Telling) {
  const both = (one: string, other: string) =>
    Math.max(joinedAt(story, one), joinedAt(story, other)) + HOUR_MS
  for (const [one, others] of Object.entries(FRIENDS))
    for (const other of others) {
      act(both(one, other), () => sendFriendRequest(person(one), services, person(other).id))
      act(both(one, other) + 20 * MINUTE_MS, () =>
        acceptFriendRequest(person(other), services, person(one).id),
      )
    }
  for (const [index, [from, to]] of ASKING.entries())
    act(story.moment(0, String(400 - index * 60)), () =>
      sendFriendRequest(person(from), services, person(to).id),
    )
  for (const [name, squad] of Object.entries(SQUADS))
    act(story.moment(4, '12:00'), () =>
      setOwnSquad(
        person(name),
        services,
        squad.map((friend) => person(friend).id),
      ),
    )
}

function tellPost({ services, story, person, act }: Telling, post: DemoPost, index: number) {
  const { by, text, scene, alt: imageAlt = '', comments = [] } = post
  const moment = story.moment(post.day, post.at)
  let id = ''
  act(moment, async () => {
    const image = scene ? await paintScene(scene) : null
    id = (await createPost(person(by), services, { text, imageAlt, image }, null))._id
  })
  const laterThan = (name: string, minutes: number) =>
    Math.max(moment, joinedAt(story, name) + 3 * HOUR_MS) + minutes * MINUTE_MS
  for (const [place, [commenter, words]] of comments.entries())
    act(laterThan(commenter, 4 + place * 6), () =>
      addComment(person(commenter), services, id, words, null),
    )
  for (const [place, name] of whoLikes(by, index).entries()) {
    act(laterThan(name, 2 + place * 5), () => react(person(name), services, id, 'like'))
    const { emoji } = vibeBody.parse({ emoji: EMOJIS[(index + place) % 4] })
    if ((index + place) % 3 === 0)
      act(laterThan(name, 3 + place * 5), () => vibe(person(name), services, id, emoji))
  }
}

/** Some of the friends, always the same ones. */
function whoLikes(author: string, index: number): string[] {
  const friends = CAST.map(({ name }) => name).filter((name) => areFriends(name, author))
  return friends.filter((_, place) => (index * 7 + place * 5) % 9 < 5)
}

function areFriends(one: string, other: string): boolean {
  return Boolean(FRIENDS[one]?.includes(other) || FRIENDS[other]?.includes(one))
}

function tellSpace(telling: Telling, space: DemoSpace) {
  const { services, story, person, act } = telling
  const opened = story.moment(space.day, '09:00')
  let id = ''
  act(opened, async () => {
    const { name, description, vibe, tags, isPrivate, maxMembers, palette: colorPalette } = space
    const wanted = { name, description, vibe, tags, isPrivate, maxMembers, colorPalette }
    id = (await createSpace(person(space.by), services, spaceBody.parse(wanted)))._id
  })
  for (const [place, name] of space.members.entries()) {
    const moment = Math.max(opened, joinedAt(story, name)) + (10 + place) * MINUTE_MS
    act(moment, () => enter(telling, space, id, name))
  }
  for (const [place, [name, message]] of (space.waiting ?? []).entries())
    act(story.moment(0, String(180 - place * 50)), () =>
      askToJoin(person(name), services, { spaceId: id, message }),
    )
  for (const [day, at, by, content, given = {}] of space.chat)
    act(story.moment(day, at), () => say(telling, { spaceId: id, by, content, given }))
}

async function enter({ services, person }: Telling, space: DemoSpace, spaceId: Id, name: string) {
  if (!space.isPrivate) return joinSpace(person(name), services, spaceId)
  const { _id: requestId } = await askToJoin(person(name), services, {
    spaceId,
    message: 'May I come in?',
  })
  const answer = { answer: 'approved', adminResponse: 'Welcome!' } as const
  return answerRequest(person(space.by), services, requestId, answer)
}

async function say(
  { services, person }: Telling,
  message: { spaceId: Id; by: string; content: string; given: Record<string, string[]> },
) {
  const { spaceId, by, content, given } = message
  const { _id: messageId } = await sendMessage(person(by), services, { spaceId, content }, null)
  for (const [text, names] of Object.entries(given))
    for (const name of names) {
      const { emoji } = vibeBody.parse({ emoji: text })
      await reactToMessage(person(name), services, { spaceId, messageId }, emoji)
    }
}

import { setTimeout as pause } from 'node:timers/promises'
import { HOUR_MS, MINUTE_MS } from '../contract/durations.ts'
import { createPostFields } from '../contract/posts.ts'
import { vibeBody } from '../contract/reactions.ts'
import { findAccount } from '../server/accounts/administrators.ts'
import { setPrivacy } from '../server/accounts/privacy.ts'
import { registerAccount } from '../server/accounts/registration/registration.ts'
import { verifyEmail } from '../server/accounts/registration/verification.ts'
import { changeSettings } from '../server/community/change-settings.ts'
import { readConfig } from '../server/config.ts'
import { acceptFriendRequest, sendFriendRequest } from '../server/friends/friend-requests.ts'
import type { RenderedMail } from '../server/mail/mail.ts'
import { markAllRead } from '../server/notifications/notification-list.ts'
import { openServices, type ServiceDependencies } from '../server/open-services.ts'
import { mutate } from '../server/platform/database/mutate.ts'
import { type Id, newUuid } from '../server/platform/ids.ts'
import { createSafeFetch } from '../server/platform/safe-fetch/safe-fetch.ts'
import { addComment } from '../server/posts/comments/comments.ts'
import { createPost } from '../server/posts/create-post.ts'
import { react, vibe } from '../server/posts/reactions/reactions.ts'
import { updateOwnProfile } from '../server/profile/edit-profile.ts'
import { setOwnSquad } from '../server/profile/squad.ts'
import type { Actor, Services } from '../server/services.ts'
import { createSpace } from '../server/spaces/manage-space.ts'
import { answerRequest } from '../server/spaces/membership/answer-join-request.ts'
import { askToJoin } from '../server/spaces/membership/join-requests.ts'
import { joinSpace } from '../server/spaces/membership/membership.ts'
import { reactToMessage } from '../server/spaces/messages/change-message.ts'
import { sendMessage } from '../server/spaces/messages/send-message.ts'
import {
  type DemoMember,
  type DemoMessage,
  type DemoPost,
  type DemoSpace,
  FRIENDSHIPS,
  MEMBERS,
  POSTS,
  SPACES,
} from './content.ts'
import { drawPortrait, drawScene } from './drawings.ts'
import { DEMO_PASSWORD, emailOf } from './sign-in.ts'
import { Timeline } from './timeline.ts'

// Fills an empty data folder with the community of content/, by the verbs that members use, so
// that it is as real as a community can be that nobody lives in.

const MAIL_TIMEOUT_MS = 10_000
const MAIL_POLL_MS = 2
const VIBE_EMOJIS = ['❤️', '😄', '🌿', '✨']
/** Everybody has looked at their notifications until then. */
const NOTIFICATIONS_READ = { daysAgo: 1, at: '12:00' }
const SQUADS_CHOSEN = { daysAgo: 4, at: '12:00' }

export interface SeedOptions {
  log: ServiceDependencies['log']
  progress(done: number, total: number): void
}

export async function seedDemo(dataDir: string, { log, progress }: SeedOptions): Promise<void> {
  const timeline = new Timeline(Date.now())
  const mails: RenderedMail[] = []
  const config = readConfig({ DATA_DIR: dataDir, RATE_LIMITS: 'off' })
  const { services, closeServices } = await openServices(config, {
    clock: timeline.clock,
    log,
    mailTransport: { send: async (mail) => void mails.push(mail), close: async () => {} },
    safeFetch: createSafeFetch(),
  })
  try {
    services.outbox.start()
    addEverything({ services, timeline, mails, actors: new Map() })
    await timeline.run(progress)
    // It is to be looked at: nobody is led through its settings.
    await mutate(services, (mutation) => changeSettings(mutation, { isSetUp: true }))
  } finally {
    await closeServices()
  }
}

interface Seed {
  services: Services
  timeline: Timeline
  mails: RenderedMail[]
  /** By their names, once they have registered. */
  actors: Map<string, Actor>
}

function addEverything(seed: Seed) {
  const { services, timeline } = seed
  for (const member of MEMBERS)
    timeline.add(registeredAt(timeline, member.name), () => register(seed, member))
  addFriendships(seed)
  for (const [index, post] of POSTS.entries()) addPost(seed, post, index)
  for (const space of SPACES) addSpace(seed, space)
  for (const { name } of MEMBERS)
    timeline.add(timeline.timeOf(NOTIFICATIONS_READ), () =>
      markAllRead(actorOf(seed, name), services),
    )
}

async function register(seed: Seed, member: DemoMember) {
  const { services, mails, actors } = seed
  const { name: username, aboutMe, pet: petPreference, vibingTo: currentlyVibingTo } = member
  const email = emailOf(username)
  const host = (await services.hostLink.secret(services.db)) ?? undefined
  await registerAccount(services, { username, email, password: DEMO_PASSWORD, host }, 'demo')
  await verifyEmail(services, await secretMailedTo(email, mails))
  const user = await findAccount(services.db, username)
  if (!user) throw new Error(`${username} did not register.`)
  const actor = { id: user.id, username, isAdmin: user.is_admin === 1, sessionId: newUuid() }
  actors.set(username, actor)
  await updateOwnProfile(actor, services, {
    fields: { aboutMe, petPreference, currentlyVibingTo },
    photo: await drawPortrait(member.portrait),
  })
  if (member.isPrivate) await setPrivacy(actor.id, services, true)
}

/** The outbox sends by itself, a moment after it was asked to. */
async function secretMailedTo(email: string, mails: RenderedMail[]): Promise<string> {
  const deadline = performance.now() + MAIL_TIMEOUT_MS
  while (performance.now() < deadline) {
    const mail = mails.find(({ to }) => to === email)
    const secret = mail?.link?.split('/').at(-1)
    if (secret) return secret
    await pause(MAIL_POLL_MS)
  }
  throw new Error(`No mail came to ${email}.`)
}

function actorOf({ actors }: Seed, name: string): Actor {
  const actor = actors.get(name)
  if (!actor) throw new Error(`${name} is not there yet.`)
  return actor
}

function registeredAt(timeline: Timeline, name: string): number {
  const index = MEMBERS.findIndex((member) => member.name === name)
  const { daysAgo = 0 } = MEMBERS[index] ?? {}
  // Nobody comes in the same minute: the order of sign-up is the order of the list.
  return timeline.timeOf({ daysAgo, at: '06:00' }) + index * MINUTE_MS
}

function addFriendships(seed: Seed) {
  const { services, timeline } = seed
  const actor = (name: string) => actorOf(seed, name)
  const bothThere = (one: string, other: string) =>
    Math.max(registeredAt(timeline, one), registeredAt(timeline, other)) + HOUR_MS
  for (const [one, others] of Object.entries(FRIENDSHIPS.friends))
    for (const other of others) {
      const at = bothThere(one, other)
      timeline.add(at, () => sendFriendRequest(actor(one), services, actor(other).id))
      timeline.add(at + 20 * MINUTE_MS, () =>
        acceptFriendRequest(actor(other), services, actor(one).id),
      )
    }
  for (const [index, { from, to }] of FRIENDSHIPS.requests.entries())
    timeline.add(timeline.timeOf({ minutesAgo: 400 - index * 60 }), () =>
      sendFriendRequest(actor(from), services, actor(to).id),
    )
  for (const [name, squad] of Object.entries(FRIENDSHIPS.squads))
    timeline.add(timeline.timeOf(SQUADS_CHOSEN), () => {
      const friends = squad.map((friend) => actor(friend).id)
      return setOwnSquad(actor(name), services, friends)
    })
}

function addPost(seed: Seed, post: DemoPost, index: number) {
  const { services, timeline } = seed
  const { by, text, image: drawn, comments } = post
  const postedAt = timeline.timeOf(post)
  let id: Id = 0
  timeline.add(postedAt, async () => {
    const image = drawn ? await drawScene(drawn.scene) : null
    const fields = createPostFields.parse({ text, imageAlt: drawn?.alt })
    const made = await createPost(
      actorOf(seed, by),
      services,
      { ...fields, images: image ? [image] : [] },
      null,
    )
    id = Number(made._id)
  })
  const laterBy = (name: string, minutes: number) =>
    Math.max(postedAt, registeredAt(timeline, name) + 3 * HOUR_MS) + minutes * MINUTE_MS
  for (const [place, comment] of comments.entries())
    timeline.add(laterBy(comment.by, 4 + place * 6), () =>
      addComment(actorOf(seed, comment.by), services, { postId: id, text: comment.text }, null),
    )
  for (const [place, name] of fansOf(by, index).entries()) {
    timeline.add(laterBy(name, 2 + place * 5), () =>
      react(actorOf(seed, name), services, id, 'like'),
    )
    const { emoji } = vibeBody.parse({ emoji: VIBE_EMOJIS[(index + place) % VIBE_EMOJIS.length] })
    if ((index + place) % 3 === 0)
      timeline.add(laterBy(name, 3 + place * 5), () =>
        vibe(actorOf(seed, name), services, id, emoji),
      )
  }
}

/** Some of the author's friends, always the same ones for the same post. */
function fansOf(author: string, postIndex: number): string[] {
  const friends = MEMBERS.map(({ name }) => name).filter((name) => areFriends(name, author))
  return friends.filter((_, place) => (postIndex * 7 + place * 5) % 9 < 5)
}

function areFriends(one: string, other: string): boolean {
  const { friends } = FRIENDSHIPS
  return Boolean(friends[one]?.includes(other) || friends[other]?.includes(one))
}

function addSpace(seed: Seed, space: DemoSpace) {
  const { services, timeline } = seed
  const { by, daysAgo, members, requests, chat } = space
  const createdAt = timeline.timeOf({ daysAgo, at: '09:00' })
  let id: Id = 0
  timeline.add(createdAt, async () => {
    id = Number((await createSpace(actorOf(seed, by), services, space.space, null))._id)
  })
  for (const [place, name] of members.entries()) {
    const at = Math.max(createdAt, registeredAt(timeline, name)) + (10 + place) * MINUTE_MS
    timeline.add(at, () => enterSpace(seed, space, id, name))
  }
  for (const [place, { by, message }] of requests.entries())
    timeline.add(timeline.timeOf({ minutesAgo: 180 - place * 50 }), () =>
      askToJoin(actorOf(seed, by), services, { spaceId: id, message }),
    )
  for (const message of chat)
    timeline.add(timeline.timeOf(message), () => chatIn(seed, id, message))
}

async function enterSpace(seed: Seed, { by, space }: DemoSpace, spaceId: Id, name: string) {
  const { services } = seed
  const actor = actorOf(seed, name)
  if (!space.isPrivate) return joinSpace(actor, services, spaceId)
  const request = { spaceId, message: 'May I come in?' }
  const { _id: requestId } = await askToJoin(actor, services, request)
  const answer = { answer: 'approved', adminResponse: 'Welcome!' } as const
  return answerRequest(actorOf(seed, by), services, Number(requestId), answer)
}

async function chatIn(seed: Seed, spaceId: Id, { by, text, reactions }: DemoMessage) {
  const { services } = seed
  const sent = { spaceId, content: text }
  const { _id } = await sendMessage(actorOf(seed, by), services, sent, null)
  const place = { spaceId, messageId: Number(_id) }
  for (const [given, names] of Object.entries(reactions))
    for (const name of names) {
      const { emoji } = vibeBody.parse({ emoji: given })
      await reactToMessage(actorOf(seed, name), services, place, emoji)
    }
}

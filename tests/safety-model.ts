// Who sees what of whom, as plainly as it can be said: a model of three members that a test drives
// beside the server. People are numbers; the first runs the space. Every act answers as the server
// shall: with its status.

import { accept, type Between, begunAnew, type ModelTalk, writeTo } from './conversation-model.ts'

export const PEOPLE = 3
type Who = number

interface ModelPost {
  author: Who
  likes: Set<Who>
  comments: { author: Who }[]
}

interface ModelMessage {
  author: Who
  isPinned?: boolean
  /** What it answers, as long as that is there. */
  answers?: ModelMessage
}

export interface SafetyModel {
  /** Pairs as `pairOf` writes them; all else goes from the first to the second. */
  friends: Set<string>
  requests: Set<string>
  blocks: Set<string>
  mutes: Set<string>
  suspended: Set<Who>
  private: Set<Who>
  members: Set<Who>
  banned: Set<Who>
  posts: ModelPost[]
  /** Who deleted one of their posts. */
  unposted: Set<Who>
  messages: ModelMessage[]
  /** By pairs. */
  talks: Map<string, ModelTalk>
}

export function safetyModel(): SafetyModel {
  const everybody = Array.from({ length: PEOPLE }, (_, who) => who)
  return {
    friends: new Set([pairOf(0, 1)]),
    requests: new Set(),
    blocks: new Set(),
    mutes: new Set(),
    suspended: new Set(),
    private: new Set(),
    members: new Set(everybody),
    banned: new Set(),
    posts: everybody.map((author) => ({ author, likes: new Set(), comments: [] })),
    unposted: new Set(),
    messages: [],
    talks: new Map(),
  }
}

type PairAct =
  | 'request'
  | 'unfriend'
  | 'block'
  | 'unblock'
  | 'mute'
  | 'unmute'
  | 'suspend'
  | 'lift'
  | 'ban'
  | 'unban'
  | 'write'
  | 'accept'
  | 'invite'
export type Act =
  /** `other` is another person. */
  | { kind: PairAct; who: Who; other: Who }
  | { kind: 'join' | 'leave' | 'say' | 'post'; who: Who }
  | { kind: 'privacy'; who: Who; isPrivate: boolean }
  /** `place` counts the posts or messages, from the first. */
  | { kind: PostAct | MessageAct; who: Who; place: number }

type PostAct = 'comment' | 'like' | 'uncomment' | 'unpost' | 'share'
export type MessageAct = 'unsay' | 'pin' | 'reply'
const MESSAGE_ACTS: string[] = ['unsay', 'pin', 'reply'] satisfies MessageAct[]

export function isOnMessage(kind: string): kind is MessageAct {
  return MESSAGE_ACTS.includes(kind)
}

export const to = (from: Who, other: Who) => `${from}>${other}`

export function pairOf(one: Who, other: Who): string {
  return to(Math.min(one, other), Math.max(one, other))
}

export function isBlocked({ blocks }: SafetyModel, one: Who, other: Who): boolean {
  return blocks.has(to(one, other)) || blocks.has(to(other, one))
}

export function areFriends({ friends }: SafetyModel, one: Who, other: Who): boolean {
  return friends.has(pairOf(one, other))
}

export function seesMember(model: SafetyModel, viewer: Who, member: Who): boolean {
  if (viewer === member) return true
  return !model.suspended.has(member) && !isBlocked(model, viewer, member)
}

export function seesPost(model: SafetyModel, viewer: Who, { author }: ModelPost): boolean {
  if (viewer === author) return true
  const isForViewer = !model.private.has(author) || areFriends(model, viewer, author)
  return seesMember(model, viewer, author) && isForViewer
}

/** As it is for who might write to the other. */
export function between(model: SafetyModel, who: Who, other: Who): Between {
  return {
    areApart: isBlocked(model, who, other) || model.suspended.has(other),
    areFriends: areFriends(model, who, other),
    shareSpace: model.members.has(who) && model.members.has(other),
  }
}

export function isInFeed(
  model: SafetyModel,
  viewer: Who,
  post: ModelPost,
  feed: 'friends' | 'public',
): boolean {
  const { author } = post
  if (viewer === author) return true
  const isOfFeed =
    feed === 'friends' ? areFriends(model, viewer, author) : !model.private.has(author)
  return isOfFeed && seesPost(model, viewer, post) && !model.mutes.has(to(viewer, author))
}

/** Whether the viewer is told of what the other did. */
export function hearsOf(model: SafetyModel, viewer: Who, other: Who): boolean {
  return seesMember(model, viewer, other) && !model.mutes.has(to(viewer, other))
}

/** Undefined where there is nothing to act on: then the server is not asked. */
export function actOnModel(model: SafetyModel, act: Act): number | undefined {
  // An administrator who stands apart suspends and lifts.
  if (act.kind === 'suspend' || act.kind === 'lift') return actOnSuspension(model, act)
  if ('place' in act && !isThere(model, act)) return undefined
  if (model.suspended.has(act.who)) return 401
  if ('other' in act) return actOnPair(model, act)
  if ('place' in act) return actOnThing(model, act)
  switch (act.kind) {
    case 'join':
      if (model.banned.has(act.who)) return 403
      model.members.add(act.who)
      return 200
    case 'leave':
      if (act.who === 0) return 409
      model.members.delete(act.who)
      return 200
    case 'say':
      if (!model.members.has(act.who)) return 403
      model.messages.push({ author: act.who })
      return 201
    case 'post':
      model.posts.push({ author: act.who, likes: new Set(), comments: [] })
      return 201
    case 'privacy':
      if (act.isPrivate) model.private.add(act.who)
      else model.private.delete(act.who)
      return 200
    default:
  }
}

function isThere(model: SafetyModel, { kind, place }: { kind: string; place: number }): boolean {
  if (isOnMessage(kind)) return model.messages[place] !== undefined
  const post = model.posts[place]
  return post !== undefined && (kind !== 'uncomment' || post.comments.length > 0)
}

function actOnSuspension(model: SafetyModel, { kind, other }: { kind: string; other: Who }) {
  if (kind === 'suspend') {
    model.suspended.add(other)
    return 200
  }
  return model.suspended.delete(other) ? 200 : undefined
}

function actOnPair(model: SafetyModel, act: { kind: PairAct; who: Who; other: Who }) {
  const { who, other } = act
  const towards = to(who, other)
  const isThere = seesMember(model, who, other)
  switch (act.kind) {
    case 'request':
      return request(model, who, other)
    case 'unfriend':
      if (!isThere || !model.friends.delete(pairOf(who, other))) return 404
      begunAnew(model.talks.get(pairOf(who, other)), false)
      return 200
    case 'write':
      return writeTo(model.talks, pairOf(who, other), who, between(model, who, other))
    case 'accept':
      return accept(model.talks, pairOf(who, other), who, between(model, who, other))
    case 'invite':
      return invite(model, who, other)
    case 'block':
      model.blocks.add(towards)
      model.friends.delete(pairOf(who, other))
      begunAnew(model.talks.get(pairOf(who, other)), true)
      for (const pair of [towards, to(other, who)]) model.requests.delete(pair)
      return 200
    case 'unblock':
      model.blocks.delete(towards)
      return 200
    case 'mute':
      if (isThere) model.mutes.add(towards)
      return isThere ? 200 : 404
    case 'unmute':
      model.mutes.delete(towards)
      return 200
    case 'ban':
      return ban(model, who, other)
    case 'unban':
      if (who !== 0) return 403
      model.banned.delete(other)
      return 200
    default:
  }
}

function request(model: SafetyModel, who: Who, other: Who) {
  if (!seesMember(model, who, other)) return 404
  if (areFriends(model, who, other) || model.requests.has(to(who, other))) return 409
  if (!model.requests.delete(to(other, who))) model.requests.add(to(who, other))
  else {
    model.friends.add(pairOf(who, other))
    begunAnew(model.talks.get(pairOf(who, other)), false)
  }
  return 200
}

/** What is said to whom the space banned is the matter of another test. */
function invite(model: SafetyModel, who: Who, other: Who) {
  if (model.banned.has(other)) return undefined
  if (!model.members.has(who)) return 403
  return areFriends(model, who, other) && seesMember(model, who, other) ? 200 : 403
}

function ban(model: SafetyModel, who: Who, other: Who) {
  if (who !== 0) return 403
  const wrote = model.messages.some(({ author }) => author === other)
  if (!model.banned.has(other) && !model.members.has(other) && !wrote) return 409
  model.banned.add(other)
  model.members.delete(other)
  return 200
}

function actOnThing(model: SafetyModel, act: { kind: string; who: Who; place: number }) {
  const { who } = act
  if (isOnMessage(act.kind)) return actOnMessage(model, act)
  const post = model.posts[act.place]
  if (!post) return undefined
  if (act.kind === 'share' && !model.members.has(who)) return 403
  if (!seesPost(model, who, post)) return 404
  switch (act.kind) {
    case 'share':
      // Only what everybody may see.
      if (model.private.has(post.author)) return 409
      model.messages.push({ author: who })
      return 201
    case 'comment':
      post.comments.push({ author: who })
      return 201
    case 'like':
      post.likes.add(who)
      return 200
    case 'uncomment': {
      const comment = post.comments[0]
      if (!comment || !seesMember(model, who, comment.author)) return undefined
      if (who !== comment.author && who !== post.author) return 403
      post.comments.shift()
      return 200
    }
    case 'unpost':
      if (who !== post.author) return 403
      model.posts.splice(act.place, 1)
      model.unposted.add(who)
      return 200
    default:
  }
}

function actOnMessage(model: SafetyModel, act: { kind: string; who: Who; place: number }) {
  const { who } = act
  const message = model.messages[act.place]
  if (!message) return undefined
  if (!model.members.has(who)) return 403
  switch (act.kind) {
    case 'pin':
      if (who !== 0) return 403
      message.isPinned = true
      return 200
    case 'reply':
      model.messages.push({ author: who, answers: message })
      return 201
    default:
      if (who !== message.author && who !== 0) return 403
      model.messages.splice(act.place, 1)
      return 200
  }
}

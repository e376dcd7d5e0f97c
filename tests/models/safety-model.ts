// Who sees what of whom, as plainly as it can be said: a model of three members that a test drives
// beside the server. People are numbers; the first runs the space. Every act answers as the server
// shall: with its status.

import type { Between, ModelTalk } from './conversation-model.ts'

export const PEOPLE = 3
export type Who = number

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
  /** Who wrote in the space, whatever became of it. */
  writers: Set<Who>
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
    writers: new Set(),
    talks: new Map(),
  }
}

export type PairAct =
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

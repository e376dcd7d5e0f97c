import { FEED_PAGE_SIZE } from '../../contract/posts.ts'
import { accept, begunAnew, writeTo } from './conversation-model.ts'
import {
  type Act,
  areFriends,
  between,
  isOnMessage,
  type PairAct,
  pairOf,
  type SafetyModel,
  seesMember,
  seesPost,
  to,
  type Who,
} from './safety-model.ts'

// What an act makes of the model, and with which status it is answered.

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
      say(model, { author: act.who })
      return 201
    case 'post':
      // More than a page of a feed shows would be missed there.
      if (model.posts.length === FEED_PAGE_SIZE) return undefined
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
  if (![model.banned, model.members, model.writers].some((them) => them.has(other))) return 409
  model.banned.add(other)
  model.members.delete(other)
  return 200
}

function say(model: SafetyModel, message: SafetyModel['messages'][number]) {
  model.messages.push(message)
  model.writers.add(message.author)
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
      say(model, { author: who })
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
      say(model, { author: who, answers: message })
      return 201
    default:
      if (who !== message.author && who !== 0) return 403
      model.messages.splice(act.place, 1)
      return 200
  }
}

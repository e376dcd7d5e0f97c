import { FEED_PAGE_SIZE, type PostAudience } from '../../contract/posts.ts'

// For whom posts are, as plainly as it can be said: a model that a test drives beside the server.
// People are numbers. Every act answers as the server shall: with its status.

type Who = number

export interface ModelPost {
  author: Who
  audience: PostAudience
  /** Written since the profile is private. */
  isOfPrivate: boolean
  commenters: Set<Who>
}

export interface AudienceModel {
  /** From each of the two to the other. */
  friends: Set<string>
  /** From whose squad it is to who is in it. */
  squads: Set<string>
  blocks: Set<string>
  private: Set<Who>
  posts: ModelPost[]
}

export const to = (from: Who, other: Who) => `${from}>${other}`

/** The model. */
export function seesPost(model: AudienceModel, viewer: Who, post: ModelPost): boolean {
  const { author, audience } = post
  if (viewer === author) return true
  if (model.blocks.has(to(viewer, author)) || model.blocks.has(to(author, viewer))) return false
  if (audience === 'squad') return model.squads.has(to(author, viewer))
  if (model.friends.has(to(author, viewer))) return true
  return audience === 'profile' && !model.private.has(author)
}

export function isInFeed(
  model: AudienceModel,
  viewer: Who,
  post: ModelPost,
  feed: 'friends' | 'public',
): boolean {
  const { author, audience } = post
  if (viewer === author) return true
  const isOfFeed =
    feed === 'friends'
      ? model.friends.has(to(author, viewer))
      : audience === 'profile' && !model.private.has(author)
  return isOfFeed && seesPost(model, viewer, post)
}

export type AudienceAct =
  | { kind: 'befriend' | 'unfriend' | 'block' | 'unblock'; who: Who; other: Who }
  | { kind: 'choose squad'; who: Who; others: Who[] }
  | { kind: 'privacy'; who: Who; isPrivate: boolean; keepEarlier: boolean }
  | { kind: 'post'; who: Who; audience: PostAudience }
  | { kind: 'change audience'; who: Who; place: number; audience: PostAudience }
  | { kind: 'comment' | 'edit' | 'delete'; who: Who; place: number }

export type PostAct = Extract<AudienceAct, { place: number }>
type PairAct = Extract<AudienceAct, { other: number }>

/** Undefined where there is nothing to act on: then the server is not asked. */
export function actOnModel(model: AudienceModel, act: AudienceAct): number | undefined {
  if ('other' in act) return actOnPair(model, act)
  if ('place' in act) return actOnPost(model, act)
  const { who } = act
  switch (act.kind) {
    case 'choose squad':
      for (const place of model.squads)
        if (place.startsWith(to(who, 0).slice(0, -1))) model.squads.delete(place)
      for (const other of friendsAmong(model, who, act.others)) model.squads.add(to(who, other))
      return 200
    case 'privacy':
      changePrivacy(model, act)
      return 200
    case 'post':
      // More than a page of a feed shows would be missed there.
      if (model.posts.length === FEED_PAGE_SIZE) return undefined
      model.posts.push(newPost(model, who, act.audience))
      return 201
  }
}

export function friendsAmong(model: AudienceModel, who: Who, others: Who[]): Who[] {
  return [...new Set(others)].filter((other) => model.friends.has(to(who, other)))
}

/** How many posts a private profile that opens would show. */
export function earlierPosts({ posts, ...model }: AudienceModel, who: Who): number {
  if (!model.private.has(who)) return 0
  return posts.filter(
    ({ author, audience, isOfPrivate }) => author === who && audience === 'profile' && isOfPrivate,
  ).length
}

function newPost(model: AudienceModel, author: Who, audience: PostAudience): ModelPost {
  const isOfPrivate = model.private.has(author)
  return { author, audience, isOfPrivate, commenters: new Set() }
}

function changePrivacy(model: AudienceModel, act: AudienceAct & { kind: 'privacy' }) {
  const { who, isPrivate, keepEarlier } = act
  if (isPrivate) return void model.private.add(who)
  if (!model.private.delete(who)) return
  for (const post of model.posts.filter(({ author }) => author === who)) {
    if (keepEarlier && post.isOfPrivate && post.audience === 'profile') post.audience = 'friends'
    post.isOfPrivate = false
  }
}

function actOnPair(model: AudienceModel, act: PairAct) {
  const { who, other } = act
  const isBlocked = model.blocks.has(to(who, other)) || model.blocks.has(to(other, who))
  const pair = [to(who, other), to(other, who)]
  switch (act.kind) {
    case 'befriend':
      if (isBlocked || model.friends.has(to(who, other))) return undefined
      for (const one of pair) model.friends.add(one)
      return 200
    case 'unfriend':
      if (!model.friends.has(to(who, other))) return 404
      endFriendship(model, pair)
      return 200
    case 'block':
      endFriendship(model, pair)
      model.blocks.add(to(who, other))
      return 200
    default:
      model.blocks.delete(to(who, other))
      return 200
  }
}

function endFriendship(model: AudienceModel, pair: string[]) {
  for (const one of pair) {
    model.friends.delete(one)
    model.squads.delete(one)
  }
}

const WIDEST_FIRST = ['profile', 'friends', 'squad']

function actOnPost(model: AudienceModel, act: PostAct) {
  const { who, place } = act
  const post = model.posts[place]
  if (!post) return undefined
  if (!seesPost(model, who, post)) return 404
  if (act.kind === 'comment') {
    post.commenters.add(who)
    return 201
  }
  if (post.author !== who) return 403
  if (act.kind === 'change audience') return changeAudience(post, act.audience)
  if (act.kind === 'delete') model.posts.splice(place, 1)
  return 200
}

function changeAudience(post: ModelPost, audience: PostAudience) {
  const isWider = WIDEST_FIRST.indexOf(audience) < WIDEST_FIRST.indexOf(post.audience)
  if (isWider && [...post.commenters].some((one) => one !== post.author)) return 409
  post.audience = audience
  return 200
}

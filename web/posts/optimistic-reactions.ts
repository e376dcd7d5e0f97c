import type { CurrentUser } from '../../contract/accounts.ts'
import type { Reactions, Vibes } from '../../contract/reactions.ts'

// The result of a change, as the server will have it. Applying a change twice does nothing more, so
// it can be applied over any answer.

export type ReactionCall = 'like' | 'unlike' | 'dislike' | 'undislike'

export interface VibeChange {
  emoji: string
  isGiven: boolean
}

export function reactionsAfter(call: ReactionCall, viewerId: string, before: Reactions): Reactions {
  const isLiked = call === 'like' || (call === 'undislike' && before.likes.includes(viewerId))
  const isDisliked = call === 'dislike' || (call === 'unlike' && before.dislikes.includes(viewerId))
  const [likes, likeCount] = withMember(before.likes, before.likeCount, viewerId, isLiked)
  const [dislikes, dislikeCount] = withMember(
    before.dislikes,
    before.dislikeCount,
    viewerId,
    isDisliked,
  )
  return { likes, likeCount, dislikes, dislikeCount }
}

export function vibesAfter(
  { emoji, isGiven }: VibeChange,
  viewer: CurrentUser,
  before: Vibes,
): Vibes {
  if (hasGiven(before, viewer._id, emoji) === isGiven) return before
  const others = before.vibes.filter((vibe) => vibe.user !== viewer._id || vibe.emoji !== emoji)
  const mine = { emoji, user: viewer._id, username: viewer.username }
  return {
    vibes: isGiven ? [mine, ...others] : others,
    vibeCounts: counted(before.vibeCounts, emoji, isGiven ? 1 : -1),
  }
}

export function hasGiven({ vibes }: Vibes, userId: string, emoji: string): boolean {
  return vibes.some((vibe) => vibe.user === userId && vibe.emoji === emoji)
}

function withMember(
  ids: string[],
  count: number,
  id: string,
  isIn: boolean,
): [ids: string[], count: number] {
  if (ids.includes(id) === isIn) return [ids, count]
  return isIn ? [[id, ...ids], count + 1] : [ids.filter((each) => each !== id), count - 1]
}

function counted(counts: Vibes['vibeCounts'], emoji: string, change: 1 | -1): Vibes['vibeCounts'] {
  if (!counts.some((each) => each.emoji === emoji)) return [...counts, { emoji, count: 1 }]
  return counts
    .map((each) => (each.emoji === emoji ? { emoji, count: each.count + change } : each))
    .filter(({ count }) => count > 0)
}

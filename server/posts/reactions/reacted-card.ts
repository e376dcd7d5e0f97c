import type { Post } from '../../../contract/posts.ts'
import {
  REACTIONS_SHOWN_MAX,
  VIBE_KINDS_SHOWN_MAX,
  type Vibes,
} from '../../../contract/reactions.ts'
import type { ReactionChange, ReactionKind } from './reaction-queries.ts'

// A card as one reaction or vibe leaves it, in the order of the SQL of cards. Undefined where the
// card does not name everybody, or says something else than the act found: then it is read.

/** Who acts, as they stand on cards; null who is shown on none. */
export type Acting = { user: string; username: string } | null

export function withReaction(
  card: Post,
  member: Acting,
  { from, to }: ReactionChange,
): Post | undefined {
  if (!member) return undefined
  const listed = (kind: ReactionKind, ids: string[], count: number) => {
    const isAsFound = ids.includes(member.user) === (from === kind)
    if (!isAsFound || ids.length !== count || count >= REACTIONS_SHOWN_MAX) return undefined
    const others = ids.filter((id) => id !== member.user)
    return to === kind ? [...others, member.user].sort((a, b) => Number(a) - Number(b)) : others
  }
  const likes = listed('like', card.likes, card.likeCount)
  const dislikes = listed('dislike', card.dislikes, card.dislikeCount)
  if (!likes || !dislikes) return undefined
  return { ...card, likes, dislikes, likeCount: likes.length, dislikeCount: dislikes.length }
}

type Vibe = Vibes['vibes'][number]
type VibeCount = Vibes['vibeCounts'][number]

export function withVibe(
  card: Post,
  member: Acting,
  { emoji, isGiven }: { emoji: string; isGiven: boolean },
): Post | undefined {
  if (!member || card.vibes.length >= REACTIONS_SHOWN_MAX) return undefined
  const isOwn = (vibe: Vibe) => vibe.user === member.user && vibe.emoji === emoji
  if (card.vibes.some(isOwn) === isGiven) return undefined
  const vibeCounts = counted(card.vibeCounts, emoji, isGiven ? 1 : -1)
  if (!vibeCounts) return undefined
  const vibes = isGiven
    ? [...card.vibes, { emoji, ...member }].sort(byGiver)
    : card.vibes.filter((vibe) => !isOwn(vibe))
  return { ...card, vibes, vibeCounts }
}

function counted(counts: VibeCount[], emoji: string, more: 1 | -1): VibeCount[] | undefined {
  if (counts.length >= VIBE_KINDS_SHOWN_MAX) return undefined
  const before = counts.find((kind) => kind.emoji === emoji)?.count ?? 0
  const others = counts.filter((kind) => kind.emoji !== emoji)
  const count = before + more
  return count > 0 ? [...others, { emoji, count }].sort(byCount) : others
}

const byGiver = (a: Vibe, b: Vibe) => Number(a.user) - Number(b.user) || byBytes(a.emoji, b.emoji)
const byCount = (a: VibeCount, b: VibeCount) => b.count - a.count || byBytes(a.emoji, b.emoji)

/** As both databases compare texts, and not by what JavaScript makes of signs beyond 16 bits. */
function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b))
}

import { MESSAGES } from '../../../contract/reaction-limits.ts'
import type { Reactions, Vibes } from '../../../contract/reactions.ts'
import { mutateAs } from '../../accounts/mutate-as.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import { readPost, readPostAfter } from '../cards/hydrate-posts.ts'
import { actorOnCards, type CardToChange, lockCardForActor } from '../lock-post.ts'
import { type Acting, withReaction, withVibe } from './reacted-card.ts'
import * as reactionQueries from './reaction-queries.ts'

/** Repeating one changes nothing. */
const CALLS = {
  like: [reactionQueries.giveReaction, 'like'],
  dislike: [reactionQueries.giveReaction, 'dislike'],
  unlike: [reactionQueries.takeReactionBack, 'like'],
  undislike: [reactionQueries.takeReactionBack, 'dislike'],
} as const
export type ReactionCall = keyof typeof CALLS
export const REACTION_CALLS = Object.keys(CALLS) as ReactionCall[]

/** Likes, dislikes or takes it back. Refuses (404) a post that is not there for the actor. */
export async function react(
  actor: Actor,
  services: Services,
  postId: Id,
  call: ReactionCall,
): Promise<Reactions> {
  const [change, kind] = CALLS[call]
  const changed = await mutateAs(actor, services, async ({ trx }) => {
    const post = await lockCardForActor(actor, trx, postId)
    const made = await change(trx, { postId, userId: actor.id, kind })
    return made && { post, made }
  })
  if (!changed) return readPost(actor, services, postId)
  const { post, made } = changed
  services.postActivity.publish(post)
  return readPostAfter(actor, services, post, (card) =>
    withReaction(card, onCards(actor, post), made),
  )
}

/**
 * Gives one emoji, or takes it back when given before. Refuses (404) as `react` does, and (409) more
 * kinds than a member may give.
 */
export async function vibe(
  actor: Actor,
  services: Services,
  postId: Id,
  emoji: string,
): Promise<Vibes> {
  const changed = await mutateAs(actor, services, async ({ trx }) => {
    const post = await lockCardForActor(actor, trx, postId)
    const isGiven = await reactionQueries.toggleVibe(trx, postId, actor.id, emoji)
    if (isGiven === undefined) throw new HttpError('conflict', MESSAGES.emojisFull)
    return { post, isGiven }
  })
  const { post, isGiven } = changed
  services.postActivity.publish(post)
  return readPostAfter(actor, services, post, (card) =>
    withVibe(card, onCards(actor, post), { emoji, isGiven }),
  )
}

function onCards(actor: Actor, post: CardToChange): Acting {
  const username = actorOnCards(post)?.username
  return username === undefined ? null : { user: String(actor.id), username }
}

import type { ReactorList } from '../../../contract/space-messages.ts'
import { presentAuthor } from '../../accounts/present.ts'
import type { Actor, Services } from '../../services.ts'
import { requireMembership } from '../membership/require-membership.ts'
import type { MessageRef } from './chat-history.ts'
import { memberMessage } from './chat-history.ts'
import * as reactionQueries from './reaction-queries.ts'

/**
 * Who gave a reaction to a message. Whom a block keeps from the actor is counted and not named.
 * Refuses as `readMessages` does, and 403 a message that is not for the actor.
 */
export async function readReactors(
  actor: Actor,
  services: Pick<Services, 'db' | 'images'>,
  ref: MessageRef,
  emoji: string,
): Promise<ReactorList> {
  const { db, images } = services
  await requireMembership(actor, services, ref.spaceId)
  await memberMessage(actor, db, ref)
  const given = { messageId: ref.messageId, emoji }
  const [people, count] = await Promise.all([
    reactionQueries.reactorsOf(db, actor.id, given),
    reactionQueries.countReactors(db, given),
  ])
  return {
    people: people.map((person) => presentAuthor(images, person.id, person)),
    others: Math.max(0, count - people.length),
  }
}

import type { FastifyRequest } from 'fastify'
import { MESSAGES } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Queryable } from '../../schema.ts'
import type { Actor, Services } from '../../services.ts'
import { requireMembership } from '../membership/require-membership.ts'
import { canEditMessage } from '../permissions.ts'
import { findMessageToChange } from './message-queries.ts'

// What stands as the `permission` of a route of a message.

export function forSender(services: Services) {
  return async (request: FastifyRequest, ref: { spaceId: Id; messageId: Id }) => {
    const sender = actor(request)
    await requireMembership(sender, services, ref.spaceId)
    requireSender(sender, await messageToChange(sender, services.db, ref))
  }
}

/** Refuses (404) a message that is gone, or not for the actor. */
export async function messageToChange(
  actor: Actor,
  db: Queryable,
  { spaceId, messageId }: { spaceId: Id; messageId: Id },
) {
  const message = await findMessageToChange(db, actor.id, spaceId, messageId)
  if (!message) throw new HttpError('not_found', MESSAGES.messageMissingHere)
  return message
}

export function requireSender(actor: Actor, message: { sender_id: Id | null }) {
  if (!canEditMessage(actor, message)) throw new HttpError('forbidden', MESSAGES.notYourMessage)
}

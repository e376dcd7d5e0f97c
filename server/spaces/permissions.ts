import { MESSAGES } from '../../contract/spaces.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor } from '../services.ts'

// Who may do what in a space, as sentences. An administrator of the server is a member like any
// other here.

interface AdministeredSpace {
  admin_id: Id
}
interface Sent {
  sender_id: Id | null
}

/** To whom is not in it a conversation is what an id of nothing is. */
export function notInside(kind: 'space' | 'direct'): HttpError {
  return kind === 'direct'
    ? new HttpError('not_found', MESSAGES.spaceMissing)
    : new HttpError('forbidden', MESSAGES.membersOnly)
}

export function isSpaceAdmin(member: { id: Id }, space: AdministeredSpace): boolean {
  return space.admin_id === member.id
}

/** Tells everybody in a space by `@here`: its admin. In a conversation nobody does. */
export function canMentionAll(
  sender: { id: Id },
  space: AdministeredSpace & { kind: 'space' | 'direct' },
): boolean {
  return space.kind === 'space' && isSpaceAdmin(sender, space)
}

export function canEditMessage(actor: Actor, message: Sent): boolean {
  return message.sender_id === actor.id
}

export function canDeleteMessage(actor: Actor, space: AdministeredSpace, message: Sent): boolean {
  return message.sender_id === actor.id || isSpaceAdmin(actor, space)
}

export function requireSpaceAdmin(actor: Actor, space: AdministeredSpace) {
  if (!isSpaceAdmin(actor, space)) throw new HttpError('forbidden', MESSAGES.adminOnly)
}

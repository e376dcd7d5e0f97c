import type { FastifyRequest } from 'fastify'
import { MESSAGES } from '../../contract/spaces.ts'
import { actor } from '../accounts/auth-hook.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Queryable } from '../schema.ts'
import type { Actor, Services } from '../services.ts'
import { requireSpaceAdmin } from './permissions.ts'
import { findMembership } from './queries.ts'

/** Refuses: 404 a space that is not there, 403 who is not its admin. */
export async function requireAdminOf(actor: Actor, db: Queryable, spaceId: Id): Promise<void> {
  const space = await findMembership(db, { spaceId, userId: actor.id })
  if (space?.kind !== 'space') throw new HttpError('not_found', MESSAGES.spaceMissing)
  requireSpaceAdmin(actor, space)
}

/** The `permission` of a route that is for the admin of the space in its address. */
export function forAdminOfSpace({ db }: Services) {
  return (request: FastifyRequest, { id }: { id: Id }) => requireAdminOf(actor(request), db, id)
}

import type { FastifyRequest } from 'fastify'
import { MESSAGES } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import { notInside } from '../permissions.ts'
import * as queries from '../queries.ts'

/** Refuses: 404 a space or conversation that is not there, 403 who is not in it. */
export async function requireMembership(actor: Actor, { db }: Pick<Services, 'db'>, spaceId: Id) {
  const membership = await queries.findMembership(db, { spaceId, userId: actor.id })
  if (!membership) throw new HttpError('not_found', MESSAGES.spaceMissing)
  const { kind, last_read_seq, last_seq, reads_after_seq, indexed_before } = membership
  if (last_read_seq === null) throw notInside(kind)
  return { kind, last_read_seq, last_seq, indexed_before, reads_after_seq: reads_after_seq ?? 0 }
}

/** What stands as the `permission` of a route of a space or a conversation. */
export function forSpaceMembers(services: Services) {
  return async (request: FastifyRequest, params: { id: Id } | { spaceId: Id }) => {
    const spaceId = 'id' in params ? params.id : params.spaceId
    await requireMembership(actor(request), services, spaceId)
  }
}

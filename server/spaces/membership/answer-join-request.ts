import type { FastifyRequest } from 'fastify'
import type { JoinRequest } from '../../../contract/join-requests.ts'
import { MESSAGES } from '../../../contract/spaces.ts'
import { actor } from '../../accounts/auth-hook.ts'
import { lockAccountsIfAllExist } from '../../accounts/lock-account.ts'
import { notifyAffectedMember } from '../../notifications/notify.ts'
import { mutate } from '../../platform/database/mutate.ts'
import { HttpError } from '../../platform/http/http-error.ts'
import type { Id } from '../../platform/ids.ts'
import type { Actor, Services } from '../../services.ts'
import { lockSpace } from '../lock-space.ts'
import { requireSpaceAdmin } from '../permissions.ts'
import { requireAdminOf } from '../space-admin.ts'
import * as requestQueries from './join-request-queries.ts'
import { publishRequestEnded, readRequest, visibleRequest } from './join-requests.ts'
import { admitMember } from './membership.ts'

/**
 * The `permission` of a route that is for the admin of the space that is asked to let somebody in.
 */
export function forAnswererOf({ db }: Services) {
  return async (request: FastifyRequest, { id }: { id: Id }) => {
    const answerer = actor(request)
    const { space_id: spaceId } = await visibleRequest(answerer, db, id)
    await requireAdminOf(answerer, db, spaceId)
  }
}

export type Answer = 'approved' | 'denied'

const NOTIFICATION_KINDS = { approved: 'join_approved', denied: 'join_denied' } as const

/**
 * Approves or denies a request and tells who asked. For the space's admin. The same answer again
 * changes nothing; the opposite one is refused (409), and so is approving while the space is full:
 * then the request goes on waiting.
 */
export function answerRequest(
  actor: Actor,
  services: Services,
  requestId: Id,
  { answer, adminResponse }: { answer: Answer; adminResponse: string },
): Promise<JoinRequest> {
  return mutate(services, async (mutation) => {
    const { trx } = mutation
    const { user_id: askerId, space_id: spaceId } = await visibleRequest(actor, trx, requestId)
    if (!(await lockAccountsIfAllExist(trx, [actor.id, askerId])))
      throw new HttpError('not_found', MESSAGES.requestMissing)
    const space = await lockSpace(trx, spaceId)
    requireSpaceAdmin(actor, space)
    const isAnswered = await requestQueries.answerRequest(trx, requestId, {
      status: answer,
      admin_response: adminResponse,
      answered_at: services.clock(),
    })
    const request = await readRequest(actor, services, trx, requestId)
    if (request.status !== answer) throw new HttpError('conflict', MESSAGES.alreadyAnswered)
    if (!isAnswered) return request
    if (answer === 'approved') await admitMember(services, mutation, space, askerId)
    await notifyAffectedMember(actor, services, mutation, {
      to: askerId,
      kind: NOTIFICATION_KINDS[answer],
      params: { spaceName: space.name, adminResponse },
      spaceId,
    })
    await publishRequestEnded(mutation, space, askerId)
    return request
  })
}

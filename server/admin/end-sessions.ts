import { MESSAGES } from '../../contract/admin.ts'
import { mutateAsAdmin } from '../accounts/mutate-as.ts'
import { endSessionsOf } from '../accounts/sessions.ts'
import { notifyAffectedMember } from '../notifications/notify.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'
import * as queries from './queries.ts'

/**
 * Signs a member out everywhere, who can sign in again and is told why; `actor` is null for the
 * command line. Refuses (404) nobody.
 */
export function endMembersSessions(
  actor: Actor | null,
  services: Services,
  memberId: Id,
  reason: string,
): Promise<void> {
  return mutateAsAdmin(actor, services, async (mutation) => {
    if (!(await queries.isAccount(mutation.trx, memberId)))
      throw new HttpError('not_found', MESSAGES.userMissing)
    await endSessionsOf(mutation, memberId)
    const memberNumber = await queries.memberNumberOf(mutation.trx, memberId)
    const act = { act: 'end_sessions', memberNumber, reason } as const
    await recordAdminAct(services, mutation.trx, { adminId: actor?.id ?? null, ...act })
    const notification = { kind: 'signed_out', params: { reason } } as const
    await notifyAffectedMember(actor, services, mutation, { ...notification, to: memberId })
  })
}

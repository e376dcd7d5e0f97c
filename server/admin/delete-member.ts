import { MESSAGES } from '../../contract/admin.ts'
import { lockAdministrators } from '../accounts/administrators.ts'
import { deleteAccount } from '../accounts/deletion/account-deletion.ts'
import { queueDeletionMail } from '../accounts/deletion/deletion-receipt.ts'
import { lockActor } from '../accounts/lock-account.ts'
import { memberNumber } from '../accounts/present.ts'
import { isMailVerified } from '../accounts/registration/mail-verified.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { Actor, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'

/**
 * `actor`: null for the command line. Refuses: 400 oneself, whose settings ask who it is and tell
 * what goes; 404 nobody, 409 the last administrator.
 */
export async function deleteMember(
  actor: Actor | null,
  services: Services,
  memberId: Id,
  reason: string,
): Promise<void> {
  if (memberId === actor?.id) throw new HttpError('bad_request', MESSAGES.deleteOneself)
  await mutate(services, async (mutation) => {
    const administrators = await lockAdministrators(mutation.trx)
    if (administrators.length === 1 && administrators[0] === memberId)
      throw new HttpError('conflict', MESSAGES.lastAdministrator)
    if (actor) await lockActor(mutation.trx, actor)
    const user = await deleteAccount(mutation, services, memberId)
    if (!user) throw new HttpError('not_found', MESSAGES.userMissing)
    const adminId = actor?.id ?? null
    const act = { adminId, act: 'delete_user', memberNumber: memberNumber(user), reason } as const
    await recordAdminAct(services, mutation.trx, act)
    if (isMailVerified(user)) await queueDeletionMail(services, mutation.trx, user, reason)
  })
  services.outbox.wake()
  await services.accountJobs.finishSoon(memberId)
}

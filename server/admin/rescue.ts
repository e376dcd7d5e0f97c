import type { AdminAct } from '../../contract/admin.ts'
import { MESSAGES as ADMIN_MESSAGES } from '../../contract/admin.ts'
import type { CommunitySettings } from '../../contract/community-settings.ts'
import { MESSAGES as MAIL_MESSAGES } from '../../contract/failed-mails.ts'
import { makeMailedLink } from '../accounts/mailed-links.ts'
import { memberNumber } from '../accounts/present.ts'
import { settleVerified } from '../accounts/registration/verification.ts'
import { mutate } from '../platform/database/mutate.ts'
import { HttpError } from '../platform/http/http-error.ts'
import type { Id } from '../platform/ids.ts'
import type { UserRow } from '../schema.ts'
import type { Mutation, Services } from '../services.ts'
import { recordAdminAct, UNEXPLAINED } from './audit-log.ts'
import { changeCommunity } from './community.ts'

// What whoever runs the server does where members, or their mail, are at their end. No route leads
// here. All of it stands in the log of administrators.

/**
 * The address at which a member who lost their mailbox chooses a new password, once, within an
 * hour.
 */
export async function makeResetLink(services: Services, user: UserRow): Promise<string> {
  await mutate(services, (mutation) => record(services, mutation, 'reset_password', user))
  const secret = await makeMailedLink(services, user.id, 'reset')
  return `${services.publicUrl}/reset-password/${secret}`
}

/** Answers what became of them: they may still have to be let in. Refuses (409) who is verified. */
export function verifyMember(services: Services, user: UserRow): Promise<'member' | 'waiting'> {
  return mutate(services, async (mutation) => {
    if (user.verified_at !== null) throw new HttpError('conflict', ADMIN_MESSAGES.verifiedAlready)
    await record(services, mutation, 'verify', user)
    const settings = await services.community.read()
    return settleVerified(mutation, services, settings, user.id)
  })
}

export function setRegistration(
  services: Services,
  registration: CommunitySettings['registration'],
): Promise<CommunitySettings> {
  return changeCommunity(null, services, { registration }, UNEXPLAINED)
}

/** Keeps a mail that failed from ever being sent. Refuses (404) one that is not there. */
export async function dropFailedMail(services: Services, id: Id): Promise<void> {
  await mutate(services, async ({ trx }) => {
    if (!(await services.outbox.discard(trx, id)))
      throw new HttpError('not_found', MAIL_MESSAGES.missing)
    await recordAdminAct(services, trx, {
      adminId: null,
      act: 'delete_mail',
      memberNumber: 0,
      reason: '',
    })
  })
}

function record(services: Services, { trx }: Mutation, act: AdminAct, user: UserRow) {
  const about = { memberNumber: memberNumber(user), reason: '' }
  return recordAdminAct(services, trx, { adminId: null, act, ...about })
}

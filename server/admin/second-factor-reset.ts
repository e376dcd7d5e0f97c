import { memberNumber } from '../accounts/present.ts'
import { resetSecondFactor } from '../accounts/second-factor/second-factor-end.ts'
import { mutate } from '../platform/database/mutate.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { recordAdminAct, UNEXPLAINED } from './audit-log.ts'

/**
 * Answers when it will end, in a day; the reason may be empty. Refuses (409) where there is none.
 */
export async function resetMembersSecondFactor(
  services: Services,
  user: UserRow,
  reason: string,
): Promise<number> {
  const endsAt = await mutate(services, async (mutation) => {
    await recordAdminAct(services, mutation.trx, {
      ...{ adminId: null, act: 'reset_second_factor', reason: reason || UNEXPLAINED },
      memberNumber: memberNumber(user),
    })
    return resetSecondFactor(services, mutation, user.id, reason)
  })
  services.outbox.wake()
  return endsAt
}

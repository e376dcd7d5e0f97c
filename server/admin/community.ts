import type { CommunityChanges, CommunitySettings } from '../../contract/community-settings.ts'
import { mutateAs } from '../accounts/lock-account.ts'
import { changeSettings } from '../community/change-settings.ts'
import type { Actor, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'

/** Changes what is given about the community, and says in the log what that was. */
export function changeCommunity(
  actor: Actor,
  services: Services,
  changes: CommunityChanges,
): Promise<CommunitySettings> {
  return mutateAs(actor, services, async (mutation) => {
    const settings = await changeSettings(mutation, changes)
    const reason = Object.keys(changes).join(', ')
    const act = { adminId: actor.id, act: 'change_community', memberNumber: 0, reason } as const
    if (reason !== '') await recordAdminAct(services, mutation.trx, act)
    return settings
  })
}

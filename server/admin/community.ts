import type { CommunityChanges, CommunitySettings } from '../../contract/community-settings.ts'
import { mutateAs } from '../accounts/lock-account.ts'
import { changeLogo, changeSettings } from '../community/change-settings.ts'
import type { ImageSource } from '../platform/images/decode-image.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'

/** Changes what is given about the community, and says in the log what that was. */
export function changeCommunity(
  actor: Actor,
  services: Services,
  changes: CommunityChanges,
): Promise<CommunitySettings> {
  return mutateAs(actor, services, async (mutation) => {
    const settings = await changeSettings(mutation, changes)
    const reason = Object.keys(changes)
      .filter((setting) => setting !== 'isSetUp')
      .join(', ')
    if (reason !== '') await recordChange(actor, services, mutation, reason)
    return settings
  })
}

/** Shows this picture as the logo of the community, or none. */
export async function changeCommunityLogo(
  actor: Actor,
  services: Services,
  file: ImageSource | null,
): Promise<CommunitySettings> {
  const logo = file && (await services.images.save(actor.id, 'logo', file))
  const settings = await mutateAs(actor, services, async (mutation) => {
    await recordChange(actor, services, mutation, 'logo')
    return changeLogo(services, mutation, logo)
  })
  services.images.sweepSoon()
  return settings
}

function recordChange(actor: Actor, services: Services, { trx }: Mutation, reason: string) {
  const act = { adminId: actor.id, act: 'change_community', memberNumber: 0, reason } as const
  return recordAdminAct(services, trx, act)
}

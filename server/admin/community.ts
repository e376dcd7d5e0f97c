import type { CommunityChanges, CommunitySettings } from '../../contract/community-settings.ts'
import { mutateAs } from '../accounts/lock-account.ts'
import { changeLogo, changeSettings } from '../community/change-settings.ts'
import type { ImageSource } from '../platform/images/decode-image.ts'
import type { Actor, Mutation, Services } from '../services.ts'
import { recordAdminAct } from './audit-log.ts'

/** What the log calls the settings; null: it is no news. */
const NAMES: Record<keyof CommunityChanges, string | null> = {
  name: 'name',
  tagline: 'the line under it',
  accent: 'accent colour',
  about: 'about',
  rules: 'rules',
  registration: 'who may register',
  whoMayInvite: 'who may invite',
  letsInvitedIn: 'whether invited people wait',
  approvalQuestions: 'questions to newcomers',
  blockedMailDomains: 'blocked mail domains',
  announcement: 'announcement',
  imprint: 'imprint',
  privacy: 'privacy policy',
  terms: 'terms',
  isSetUp: null,
}

export function changeCommunity(
  actor: Actor,
  services: Services,
  changes: CommunityChanges,
): Promise<CommunitySettings> {
  return mutateAs(actor, services, async (mutation) => {
    const settings = await changeSettings(mutation, changes)
    const reason = Object.entries(NAMES)
      .flatMap(([setting, name]) => (name && setting in changes ? name : []))
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

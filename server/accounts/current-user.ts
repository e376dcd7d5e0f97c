import type { CurrentUser } from '../../contract/accounts.ts'
import { mayInvite } from '../../contract/community.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { findOwnLists } from './own-account-queries.ts'
import { presentCurrentUser } from './present.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'

export async function readCurrentUser(
  services: Pick<
    Services,
    'db' | 'clock' | 'images' | 'publicUrl' | 'community' | 'linkCards' | 'requireAdminSecondFactor'
  >,
  user: UserRow,
): Promise<CurrentUser> {
  const settings = await services.community.read()
  const { registration } = settings
  const lists = await findOwnLists(services.db, user.id)
  const factor = user.is_admin === 1 && {
    needsSecondFactor: !(await hasSecondFactor(services, user.id)),
    needsSecondFactorToAct: services.requireAdminSecondFactor,
  }
  const actsAsAdmin = factor && !(factor.needsSecondFactor && factor.needsSecondFactorToAct)
  const beside = { ...lists, registration, mayInvite: mayInvite(settings, actsAsAdmin) }
  return {
    ...presentCurrentUser(services, user, beside),
    ...factor,
    ...(!services.linkCards.isOn && { hasLinkCards: false }),
  }
}

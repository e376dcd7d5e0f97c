import type { CurrentUser } from '../../contract/accounts.ts'
import type { UserRow } from '../schema.ts'
import type { Services } from '../services.ts'
import { findOwnLists } from './own-account-queries.ts'
import { presentCurrentUser } from './present.ts'
import { hasSecondFactor } from './second-factor/second-factor.ts'

export async function readCurrentUser(
  services: Pick<
    Services,
    'db' | 'clock' | 'images' | 'publicUrl' | 'community' | 'requireAdminSecondFactor'
  >,
  user: UserRow,
): Promise<CurrentUser> {
  const { registration } = await services.community.read()
  const lists = await findOwnLists(services.db, user.id)
  return {
    ...presentCurrentUser(services, user, { ...lists, registration }),
    ...(user.is_admin === 1 && {
      needsSecondFactor: !(await hasSecondFactor(services, user.id)),
      needsSecondFactorToAct: services.requireAdminSecondFactor,
    }),
  }
}

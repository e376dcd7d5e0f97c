import type { CurrentUser } from '../../contract/accounts.ts'

/**
 * Whether the server refuses this administrator all that only administrators may, for want of a
 * second step.
 */
export function isAdministrationClosed(user: CurrentUser): boolean {
  return user.isAdmin && user.needsSecondFactor === true && user.needsSecondFactorToAct === true
}

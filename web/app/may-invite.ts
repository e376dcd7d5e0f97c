import { useUser } from './session.tsx'

/**
 * Whether there is a link by which somebody could come in: the community's, or one of the member's
 * own.
 */
export function useHasInvitation(): boolean {
  const { inviteUrl, mayInvite } = useUser()
  return inviteUrl !== null || mayInvite
}

import { useCommunity } from '../../platform/community.ts'
import { useUser } from '../session.tsx'

/** Whether this is who is to be led through the first settings of the community. */
export function useIsSettingUp(): boolean {
  const { isAdmin } = useUser()
  const { isSetUp } = useCommunity()
  return isAdmin && !isSetUp
}

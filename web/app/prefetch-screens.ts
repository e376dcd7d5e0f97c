import { useEffect } from 'react'
import { accountScreens, memberScreens } from './screens.ts'
import { useSession } from './session.tsx'

const ACCOUNT_SCREENS = Object.values(accountScreens)
/** With the sign-in, where logging out leads. */
const MEMBER_SCREENS = [...Object.values(memberScreens), accountScreens.login]
const AFTER_FIRST_SCREEN_MS = 200

/** Fetches the code of the places that are near, so that going there is immediate, even offline. */
export function usePrefetchScreens(): void {
  const isMember = useSession().user !== null
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!navigator.onLine) return
      for (const load of isMember ? MEMBER_SCREENS : ACCOUNT_SCREENS) {
        // If it fails, going there tries again.
        void load().catch(() => {})
      }
    }, AFTER_FIRST_SCREEN_MS)
    return () => clearTimeout(timer)
  }, [isMember])
}

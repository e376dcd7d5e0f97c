import { useEffect } from 'react'
import { loadOverlays } from '../ui/load-overlays.ts'
import { loadTooltip } from '../ui/load-tooltip.ts'
import { memberDialogs } from './member-dialogs.ts'
import { accountScreens, memberParts, memberScreens } from './screens.ts'
import { useSession } from './session.tsx'

/** With what signing in leads to. */
const WHEN_SIGNED_OUT = [...Object.values(accountScreens), memberParts.frame, memberScreens.home]
/** First what one press opens here; last the sign-in, where logging out leads. */
const FOR_MEMBERS = [
  loadOverlays,
  loadTooltip,
  ...Object.values(memberDialogs),
  ...Object.values(memberScreens),
  accountScreens.login,
]
const AFTER_FIRST_SCREEN_MS = 200
const IDLE_WITHIN_MS = 5_000

/**
 * Fetches the code of the places that are near, so that going there is immediate, even offline: once
 * the page has nothing else to do, and only where bytes are not to be saved.
 */
export function usePrefetchScreens(): void {
  const isMember = useSession().user !== null
  useOverlaysOnPress(isMember)
  useEffect(() => {
    const timer = setTimeout(() => whenIdle(prefetch), AFTER_FIRST_SCREEN_MS)
    let isOver = false
    function prefetch() {
      if (isOver || !navigator.onLine || isSavingData()) return
      for (const load of isMember ? FOR_MEMBERS : WHEN_SIGNED_OUT) {
        // If it fails, going there tries again.
        void load().catch(() => {})
      }
    }
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isMember])
}

/** A member's first press may open something: by the time it has become a click, that is on its way. */
function useOverlaysOnPress(isMember: boolean): void {
  useEffect(() => {
    if (!isMember) return
    const load = () => void loadOverlays().catch(() => {})
    const options = { once: true, capture: true }
    addEventListener('pointerdown', load, options)
    addEventListener('keydown', load, options)
    return () => {
      removeEventListener('pointerdown', load, options)
      removeEventListener('keydown', load, options)
    }
  }, [isMember])
}

/** Safari does not say when it is idle. */
function whenIdle(work: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: IDLE_WITHIN_MS })
  else work()
}

/** Chromium's word for it, which no other browser and no list of types knows yet. */
function isSavingData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}

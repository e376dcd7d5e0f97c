import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { loadHeldItemStatus } from '../platform/offline/load-held-item-status.ts'
import { loadSpaceLists } from '../spaces/load-space-lists.ts'
import { loadOverlays } from '../ui/load-overlays.ts'
import { loadTooltip } from '../ui/load-tooltip.ts'
import { memberDialogs } from './member-dialogs.ts'
import { accountScreens, memberScreens } from './screens.ts'
import { useSession } from './session.tsx'
import { isSavingData, whenIdle } from './when-idle.ts'

/**
 * What the sign-in leads to; to the other screens of accounts leads a mail, with a page of its own.
 */
const WHEN_SIGNED_OUT = [
  accountScreens.login,
  accountScreens.register,
  accountScreens.forgotPassword,
  fetchMembersCode,
]
/** First what one press opens here; last the sign-in, where logging out leads. */
const FOR_MEMBERS = [
  loadHeldItemStatus,
  loadOverlays,
  loadTooltip,
  ...Object.values(memberDialogs),
  ...Object.values(memberScreens),
  loadSpaceLists,
  accountScreens.login,
]
const AFTER_FIRST_SCREEN_MS = 200

/**
 * Fetches the code of the places that are near, so that going there is immediate, even offline:
 * once the page has nothing else to do, one after the other, so that nothing it asks for meanwhile
 * has to wait behind them, and only where bytes are not to be saved.
 */
export function usePrefetchScreens(): void {
  const client = useQueryClient()
  const isMember = useSession().user !== null
  useOverlaysOnPress(isMember)
  useEffect(() => {
    const left = new AbortController()
    const near = isMember ? FOR_MEMBERS : WHEN_SIGNED_OUT
    const timer = setTimeout(() => prefetch(near, client, left.signal), AFTER_FIRST_SCREEN_MS)
    return () => {
      left.abort()
      clearTimeout(timer)
    }
  }, [client, isMember])
}

/** One after the other, each once the page waits for nothing. */
export async function prefetch(
  loads: readonly (() => Promise<unknown>)[],
  client: QueryClient,
  left: AbortSignal,
): Promise<void> {
  for (const load of loads) {
    if (!(await whenIdle(client, left)) || !navigator.onLine || isSavingData()) return
    // If it fails, going there tries again.
    await load().catch(() => {})
  }
}

/**
 * Does not run it, which would hold a phone while somebody types. The page's own script says which
 * it is.
 */
export async function fetchMembersCode(): Promise<void> {
  const { frame = '', home = '' } =
    document.querySelector<HTMLScriptElement>('script[data-frame]')?.dataset ?? {}
  for (const href of new Set(`${frame} ${home}`.split(' ').filter(Boolean)))
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'modulepreload', href }),
    )
}

/**
 * A member's first press may open something: by the time it has become a click, that is on its way.
 */
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

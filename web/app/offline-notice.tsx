import { WifiOff } from 'lucide-react'
import { useLayoutEffect, useRef } from 'react'
import { communityBranding } from '../platform/community.ts'
import { useOnline } from '../platform/online.ts'
import { useIsUnanswered } from '../platform/unanswered.ts'
import { useSession } from './session.tsx'

/** Floats at the foot of the page, so that nothing moves when the network comes and goes. */
export function OfflineNotice() {
  const sentence = useOfflineSentence()
  const notice = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (sentence) return keepFree(notice.current)
  }, [sentence])
  return (
    <div
      ref={notice}
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] short:bottom-0 z-20 flex justify-center md:bottom-4 md:px-4"
    >
      {sentence && (
        <p className="flex items-center gap-2 bg-ink px-4 py-1.5 text-surface text-xs max-md:w-full max-md:justify-center md:rounded-full md:py-2 md:text-sm md:shadow-floating">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {sentence}
        </p>
      )}
    </div>
  )
}

/**
 * Tells the page, and what sticks to its foot, how much of that the notice takes. Returns the way
 * to end it.
 */
function keepFree(notice: HTMLElement | null): (() => void) | undefined {
  if (!notice) return undefined
  const { style } = document.documentElement
  const tell = () => {
    const { height, bottom } = notice.getBoundingClientRect()
    // Above the edge that it keeps from the bottom bar or, on a wide window, from the window.
    const edge = window.matchMedia?.('(width >= 48rem)').matches ? innerHeight - bottom : 0
    style.setProperty('--offline-notice-height', `${height + edge}px`)
  }
  tell()
  window.addEventListener('resize', tell)
  return () => {
    window.removeEventListener('resize', tell)
    style.removeProperty('--offline-notice-height')
  }
}

/** Why nothing gets through just now; nothing while it does. */
export function useOfflineSentence(): string | undefined {
  const isOnline = useOnline()
  const { user, isConfirmed } = useSession()
  const isUnanswered = useIsUnanswered()
  if (isOnline && (user === null || (isConfirmed && !isUnanswered))) return undefined
  const why = isOnline
    ? `${communityBranding().name} cannot be reached right now.`
    : 'You are offline.'
  // Not all that is typed is kept.
  return user ? `${why} Posts, comments and messages you write stay here.` : why
}

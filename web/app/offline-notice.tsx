import { WifiOff } from 'lucide-react'
import { communityFace } from '../platform/community.ts'
import { useOnline } from '../platform/online.ts'
import { useSession } from './session.tsx'

/** Floats over the page, so that nothing moves when the network comes and goes. */
export function OfflineNotice() {
  const isOnline = useOnline()
  const { user, isConfirmed } = useSession()
  const isUnreachable = user !== null && !isConfirmed
  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 top-16 z-20 flex justify-center px-4"
    >
      {(!isOnline || isUnreachable) && (
        <p className="flex items-center gap-2 rounded-full bg-ink px-4 py-2 text-sm text-surface shadow-floating">
          <WifiOff aria-hidden className="size-4 shrink-0" />
          {isOnline
            ? `${communityFace().name} cannot be reached right now. What you write stays here.`
            : 'You are offline. What you write stays here until you are back.'}
        </p>
      )}
    </div>
  )
}

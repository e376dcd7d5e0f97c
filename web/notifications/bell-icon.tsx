import { Bell } from 'lucide-react'
import { useQuietNumbers } from '../app/session.tsx'
import { UnreadDot } from '../ui/unread-dot.tsx'
import { shortCount } from './unread-count.ts'

/**
 * The bell with the number of unread ones, or a dot. For the eye only: the button's name says it as
 * well.
 */
export function BellIcon({ unreadCount }: { unreadCount: number }) {
  const isQuiet = useQuietNumbers()
  return (
    <span aria-hidden className="relative inline-flex">
      <Bell />
      {unreadCount > 0 && isQuiet && (
        <UnreadDot className="absolute -end-1 -top-0.5 ring-2 ring-surface" />
      )}
      {unreadCount > 0 && !isQuiet && (
        // Drawn and not written: the button's words would else begin with it, and its name does
        // not.
        <span
          data-count={shortCount(unreadCount)}
          className="absolute -end-2 -top-1.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-ember-fill px-1 font-semibold text-[0.6875rem] text-ember-ink leading-none ring-2 ring-surface before:content-[attr(data-count)]"
        />
      )}
    </span>
  )
}

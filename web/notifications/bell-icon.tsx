import { Bell } from 'lucide-react'
import { shortCount } from './unread-count.ts'

/** The bell with the number of unread ones. For the eye only: the button's name says it as well. */
export function BellIcon({ unreadCount }: { unreadCount: number }) {
  return (
    <span aria-hidden className="relative inline-flex">
      <Bell />
      {unreadCount > 0 && (
        <span className="absolute -end-2 -top-1.5 flex h-4.5 min-w-4.5 items-center justify-center rounded-full bg-ember-fill px-1 font-semibold text-[0.6875rem] text-ember-ink leading-none ring-2 ring-surface">
          {shortCount(unreadCount)}
        </span>
      )}
    </span>
  )
}

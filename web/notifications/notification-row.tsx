import clsx from 'clsx'
import { Bell, DoorOpen, MessageCircle, UserPlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Notification, notificationText } from '../../contract/notifications.ts'
import { Avatar } from '../ui/avatar.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'

const ICONS = {
  friend_request: UserPlus,
  comment: MessageCircle,
  join_request: DoorOpen,
  other: Bell,
}

interface NotificationRowProps {
  notification: Notification
  onPress: () => void
  children?: ReactNode
}

/** One notification; pressing it leads to what it speaks of. */
export function NotificationRow({ notification, onPress, children }: NotificationRowProps) {
  const { read, createdAt, quote } = notification
  return (
    <li className={clsx('rounded-control', !read && 'bg-surface')}>
      <button
        type="button"
        onClick={onPress}
        className="flex w-full items-start gap-3 rounded-control p-3 text-start transition-colors duration-150 hover:bg-surface-hover"
      >
        <Mark notification={notification} />
        <span className="min-w-0 flex-1 leading-snug">
          <span dir="auto" className="wrap-anywhere block">
            {notificationText(notification)}
          </span>
          {quote && (
            <span dir="auto" className="wrap-anywhere line-clamp-2 text-ink-soft text-sm">
              “{quote}”
            </span>
          )}
          <RelativeTime dateTime={createdAt} className="text-ink-soft text-sm" />
        </span>
        {/* Keeps its room, so that no line breaks elsewhere once it is read. */}
        <span
          className={clsx(
            'shrink-0 rounded-full bg-ember-soft px-2 py-0.5 font-semibold text-ember text-xs',
            read && 'invisible',
          )}
        >
          New
        </span>
      </button>
      <div className="ps-16 pe-3 pb-3 empty:hidden">{children}</div>
    </li>
  )
}

/** What kind it is, at the picture of who did it. */
function Mark({ notification: { type, sender } }: { notification: Notification }) {
  const Icon = ICONS[type]
  if (!sender) {
    return (
      <span
        aria-hidden
        className="flex size-10 shrink-0 items-center justify-center rounded-full bg-quiet text-ink-soft"
      >
        <Icon className="size-5" />
      </span>
    )
  }
  return (
    <span aria-hidden className="relative shrink-0">
      <Avatar name={sender.username} photoUrl={sender.profilePhoto} />
      <span className="absolute -end-1 -bottom-1 flex size-5.5 items-center justify-center rounded-full bg-ember-fill text-ember-ink ring-2 ring-surface-raised">
        <Icon className="size-3" />
      </span>
    </span>
  )
}

/** Newest first. Each leads to what it speaks of, and is read by that. */
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useRef } from 'react'
import { MESSAGES, type Notification } from '../../contract/notifications.ts'
import { focusableHeading } from '../app/focus-on-navigation.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { useNavigateAndWait } from '../app/router-view.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { notificationsOptions, pendingRequestsOptions, useMarkAllRead, useMarkRead } from './api.ts'
import { destinationOf } from './destination.ts'
import { FriendAnswer } from './friend-answer.tsx'
import { NotificationRow } from './notification-row.tsx'
import { NotificationsSkeleton } from './notifications-skeleton.tsx'
import { OlderNotifications } from './older-notifications.tsx'
import { useUnreadCount } from './unread-count.ts'

interface NotificationsPanelProps {
  isOpen: boolean
  onClose: () => void
}

export function NotificationsPanel({ isOpen, onClose }: NotificationsPanelProps) {
  const hasLed = useRef(false)

  function returnFocus() {
    if (!hasLed.current) return null
    hasLed.current = false
    const { activeElement } = document
    // It may have the comment already that was spoken of.
    return activeElement?.closest('main') ? (activeElement as HTMLElement) : focusableHeading()
  }

  return (
    <Dialog title="Notifications" {...{ isOpen, onClose, returnFocus }}>
      {/* The same height in every state, so that nothing jumps. */}
      <div className="-mx-2 min-h-[min(28rem,60dvh)]">
        <Notifications
          onLed={() => {
            hasLed.current = true
            onClose()
          }}
        />
      </div>
    </Dialog>
  )
}

function Notifications({ onLed }: { onLed: () => void }) {
  const read = useInfiniteQuery(notificationsOptions)
  const isOutdated = useIsOutdated(notificationsOptions.queryKey)
  // With the list, so that no buttons come into it later. They ask anew for what was refused: the
  // list stays.
  const waiting = useQuery(pendingRequestsOptions)
  if (read.isPending || !waiting.isFetched) return <NotificationsSkeleton />
  const notifications = read.data?.pages.flat() ?? []
  if (read.isLoadingError || (isOutdated && notifications.length === 0)) {
    return <ErrorState text={MESSAGES.loadFailed} query={read} />
  }
  if (notifications.length === 0) {
    return (
      <EmptyState
        icon={<Bell />}
        text="Nothing here yet. Friend requests and comments on your posts will be told here."
      />
    )
  }
  return (
    <>
      {isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={read} isInDialog />}
      <NotificationList notifications={notifications} onLed={onLed} />
    </>
  )
}

interface NotificationListProps {
  notifications: Notification[]
  /** One is where a notification leads. */
  onLed: () => void
}

function NotificationList({ notifications, onLed }: NotificationListProps) {
  const visit = useNavigateAndWait()
  const list = useRef<HTMLUListElement>(null)
  const markRead = useMarkRead()

  function markIfUnread(notification: Notification) {
    if (!notification.read) markRead(notification)
  }

  async function open(notification: Notification) {
    markIfUnread(notification)
    const destination = destinationOf(notification)
    if (!destination) return
    // While the dialog is open, so that the place takes the dialog's in the history.
    await visit(destination.to, { state: destination.state ?? null, replace: true })
    onLed()
  }

  return (
    <>
      <MarkAllRead
        isAnyShownUnread={notifications.some(({ read }) => !read)}
        // The button goes.
        onMarked={() => list.current?.focus()}
      />
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="Notifications, newest first"
        className="flex flex-col gap-1 outline-none"
      >
        {notifications.map((notification) => (
          <NotificationRow
            key={notification._id}
            notification={notification}
            onPress={() => open(notification)}
          >
            {notification.type === 'friend_request' && notification.sender && (
              <FriendAnswer
                sender={notification.sender}
                onAnswer={() => markIfUnread(notification)}
              />
            )}
          </NotificationRow>
        ))}
      </ul>
      <OlderNotifications onAllShown={() => list.current?.focus()} />
    </>
  )
}

interface MarkAllReadProps {
  isAnyShownUnread: boolean
  onMarked: () => void
}

function MarkAllRead({ isAnyShownUnread, onMarked }: MarkAllReadProps) {
  const markAllRead = useMarkAllRead()
  const isAnyUnread = useUnreadCount() > 0 || isAnyShownUnread
  return (
    <div className="flex min-h-12 items-start justify-end px-1 sm:min-h-10">
      {isAnyUnread && (
        <Button
          size="small"
          onClick={() => {
            markAllRead()
            onMarked()
          }}
        >
          Mark all read
        </Button>
      )}
    </div>
  )
}

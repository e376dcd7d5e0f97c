import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { NotificationAnnouncer } from '../notifications/announcer.tsx'
import { NotificationsPanel } from '../notifications/notifications-panel.tsx'
import { useUnreadCountPolling } from '../notifications/unread-count.ts'
import { useRoomsInStep } from '../spaces/rooms.ts'
import { Spinner } from '../ui/spinner.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { TopBar } from './top-bar.tsx'

/** The bars around a member's places. */
export function MembersFrame() {
  const [isBellOpen, setIsBellOpen] = useState(false)
  useUnreadCountPolling()
  useRoomsInStep()
  return (
    <div className="flex min-h-dvh flex-col px-safe">
      <TopBar onBell={() => setIsBellOpen(true)} />
      <main
        id="content"
        tabIndex={-1}
        className="flex-1 short:pb-0 pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom))] outline-none"
      >
        <Suspense fallback={<PlaceLoading />}>
          <Outlet />
        </Suspense>
      </main>
      <BottomBar onBell={() => setIsBellOpen(true)} />
      <NotificationsPanel isOpen={isBellOpen} onClose={() => setIsBellOpen(false)} />
      <NotificationAnnouncer />
    </div>
  )
}

function PlaceLoading() {
  return (
    <div className="flex justify-center py-24">
      <Spinner label="Loading" className="text-ember" />
    </div>
  )
}

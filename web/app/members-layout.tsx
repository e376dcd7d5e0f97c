import { Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { NotificationAnnouncer } from '../notifications/announcer.tsx'
import { useUnreadCountPolling } from '../notifications/unread-count.ts'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { useConversationsSync } from '../spaces/conversations/unread-conversations-api.ts'
import { useSpaceSummariesSync } from '../spaces/space-summaries.ts'
import { useTitleMark } from '../spaces/title-mark.ts'
import { LazyDialog } from '../ui/lazy-dialog.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { ComposerProvider } from './composer.tsx'
import { memberDialogs } from './member-dialogs.ts'
import { TopBar } from './top-bar.tsx'

export { fetchFirstImage } from '../posts/first-image.ts'

const NotificationsPanel = lazyChunk(memberDialogs.notifications, 'NotificationsPanel')

export function MembersLayout() {
  const [isBellOpen, setIsBellOpen] = useState(false)
  const closeBell = () => setIsBellOpen(false)
  useUnreadCountPolling()
  useSpaceSummariesSync()
  useConversationsSync()
  useTitleMark()
  return (
    <ComposerProvider>
      <div className="flex min-h-dvh flex-col px-safe">
        <TopBar onBell={() => setIsBellOpen(true)} />
        <main
          id="content"
          tabIndex={-1}
          className="flex-1 short:pb-(--offline-notice-height,0px) pb-[calc(var(--bottom-bar-height)+env(safe-area-inset-bottom)+var(--offline-notice-height,0px))] outline-none"
        >
          <Suspense fallback={<PlaceLoading />}>
            <Outlet />
          </Suspense>
        </main>
        <BottomBar onBell={() => setIsBellOpen(true)} />
        <LazyDialog isOpen={isBellOpen} onClose={closeBell}>
          <NotificationsPanel isOpen={isBellOpen} onClose={closeBell} />
        </LazyDialog>
        <NotificationAnnouncer />
      </div>
    </ComposerProvider>
  )
}

function PlaceLoading() {
  return (
    <div className="flex justify-center py-24">
      <Spinner label="Loading" className="text-ember" />
    </div>
  )
}

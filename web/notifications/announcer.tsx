import { useState } from 'react'
import { type Notification, notificationText } from '../../contract/notifications.ts'
import { useServerEvents } from '../platform/realtime/use-realtime.ts'

/** Tells screen readers of a new notification, when they have said what they are at. */
export function NotificationAnnouncer() {
  const [newest, setNewest] = useState<Notification>()
  useServerEvents((event) => {
    if (event.type === 'notification') setNewest(event.notification)
  })
  return (
    // `aria-live` keeps it heard while a dialog hides the rest of the page.
    <div role="status" aria-live="polite" className="sr-only">
      {/* A key, so that the same words from another day are words anew. */}
      {newest && <p key={newest._id}>New notification: {notificationText(newest)}</p>}
    </div>
  )
}

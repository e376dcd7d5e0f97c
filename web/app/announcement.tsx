import { Suspense, useState } from 'react'
import { communityBranding } from '../platform/community.ts'
import { optionalChunk } from '../platform/lazy-chunk.ts'
import { localDevice } from '../platform/web-storage.ts'

const CLOSED_KEY = 'snug.closed-announcement'

const AnnouncementCard = optionalChunk(() => import('./announcement-card.tsx'), 'AnnouncementCard')

/** Until closed on this device. One that comes while Home is open waits for the next arrival. */
export function Announcement() {
  const [id, setId] = useState(() => communityBranding().announcementId)
  if (id === '' || localDevice.get(CLOSED_KEY) === id) return null
  return (
    <Suspense>
      <AnnouncementCard
        onClose={() => {
          localDevice.set(CLOSED_KEY, id)
          setId('')
        }}
      />
    </Suspense>
  )
}

import clsx from 'clsx'
import { Suspense } from 'react'
import { MESSAGES } from '../../../contract/spaces.ts'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { OutboxItemStatus } from '../../platform/offline/outbox-item-status.tsx'
import { bubbleClasses } from './bubble-style.ts'

const QueuedImages = optionalChunk(
  () => import('../../app/message-attachments.tsx'),
  'QueuedImages',
)

interface QueuedMessageProps {
  queued: OutboxItem
  isGrouped: boolean
}

/** One's own message that is on its way, waits for the network, or did not get through. */
export function QueuedMessage({ queued, isGrouped }: QueuedMessageProps) {
  return (
    <li className={clsx('flex flex-col items-end gap-1', isGrouped ? 'pt-1' : 'pt-3')}>
      {queued.fields.content && (
        <p dir="auto" className={bubbleClasses(true)}>
          {queued.fields.content}
        </p>
      )}
      {queued.images && (
        // As high as a row of them.
        <Suspense fallback={<span className="h-28" />}>
          <QueuedImages item={queued} />
        </Suspense>
      )}
      <OutboxItemStatus item={queued} fallback={MESSAGES.sendFailed} />
    </li>
  )
}

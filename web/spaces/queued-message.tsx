import clsx from 'clsx'
import { MESSAGES } from '../../contract/spaces.ts'
import type { OutboxItem } from '../platform/offline/outbox-item.ts'
import { OutboxItemStatus } from '../platform/offline/outbox-item-status.tsx'
import { bubbleClasses } from './bubble-style.ts'

interface QueuedMessageProps {
  queued: OutboxItem
  isGrouped: boolean
}

/** One's own message that is on its way, waits for the network, or did not get through. */
export function QueuedMessage({ queued, isGrouped }: QueuedMessageProps) {
  return (
    <li className={clsx('flex flex-col items-end gap-1', isGrouped ? 'pt-1' : 'pt-3')}>
      <p dir="auto" className={bubbleClasses(true)}>
        {queued.fields.content}
      </p>
      <OutboxItemStatus item={queued} fallback={MESSAGES.sendFailed} />
    </li>
  )
}

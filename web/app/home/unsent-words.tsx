import { Suspense } from 'react'
import { optionalChunk } from '../../platform/lazy-chunk.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { useOutboxItems } from '../../platform/offline/use-outbox.ts'
import { queryKeys } from '../query-keys.ts'

const UnsentList = optionalChunk(() => import('./unsent-list.tsx'), 'UnsentList')

/**
 * Comments and messages that came back, wherever they were written: that place may be gone, and
 * then they stand nowhere else.
 */
export function UnsentWords() {
  const items = useOutboxItems().filter(isElsewhere)
  if (items.length === 0) return null
  return (
    <Suspense>
      <UnsentList items={items} />
    </Suspense>
  )
}

/** Posts stand over the feed as long as they are not sent. */
function isElsewhere({ wasHandedBack, problem, queryKey: [kind] }: OutboxItem): boolean {
  // What an earlier version stored says only why it was refused.
  return (wasHandedBack || problem !== null) && kind !== queryKeys.feeds[0]
}

import { Suspense } from 'react'
import { optionalChunk } from '../lazy-chunk.ts'
import type { OutboxItemStatusProps } from './held-item-status.tsx'

const HeldItemStatus = optionalChunk(() => import('./held-item-status.tsx'), 'HeldItemStatus')

const CLASSES = 'text-ink-soft text-sm'

/** Most of what is sent is never held. */
export function OutboxItemStatus(props: OutboxItemStatusProps) {
  if (props.item.isSending) return <p className={CLASSES}>Sending…</p>
  return (
    <Suspense fallback={<p className={CLASSES}>Waiting to be sent</p>}>
      <HeldItemStatus {...props} />
    </Suspense>
  )
}

import { Suspense } from 'react'
import { optionalChunk } from '../lazy-chunk.ts'
import type { OutboxItemStatusProps } from './held-item-status.tsx'
import { loadHeldItemStatus } from './load-held-item-status.ts'

const HeldItemStatus = optionalChunk(loadHeldItemStatus, 'HeldItemStatus')

const CLASSES = 'text-ink-soft text-sm'

/** Most of what is sent is never held. */
export function OutboxItemStatus(props: OutboxItemStatusProps) {
  if (props.item.isSending) return <p className={CLASSES}>Sending…</p>
  return (
    <Suspense
      fallback={
        <p className={CLASSES}>
          {props.item.problem === null ? 'Waiting to be sent' : 'Not sent.'}
        </p>
      }
    >
      <HeldItemStatus {...props} />
    </Suspense>
  )
}

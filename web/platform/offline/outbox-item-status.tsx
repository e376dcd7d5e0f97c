import { Button } from '../../ui/button.tsx'
import { outbox } from './outbox.ts'
import type { OutboxItem } from './outbox-item.ts'

interface OutboxItemStatusProps {
  item: OutboxItem
  /** Shown for a failure for which the server sent no sentence. */
  fallback: string
}

/** Whether an item is being sent, waits, or was refused, with buttons to retry or discard it. */
export function OutboxItemStatus({ item, fallback }: OutboxItemStatusProps) {
  const { id, isSending, problem } = item
  if (isSending) return <p className="text-ink-soft text-sm">Sending…</p>
  return (
    <div className="flex flex-wrap items-center gap-2">
      {problem === null ? (
        <p className="text-ink-soft text-sm">Waiting to be sent</p>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {`Not sent. ${problem || fallback}`}
        </p>
      )}
      <Button size="small" onClick={() => void outbox.retry(id)}>
        Retry
      </Button>
      <Button size="small" onClick={() => void outbox.discard(id)}>
        Discard
      </Button>
    </div>
  )
}

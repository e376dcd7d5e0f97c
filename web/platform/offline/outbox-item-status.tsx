import { Button } from '../../ui/button.tsx'
import { type OutboxItem, outbox } from './outbox.ts'

interface OutboxItemStatusProps {
  item: OutboxItem
  /** The sentence for a failure about which the server said nothing. */
  fallback: string
}

/** Where a letter stands: on its way, waiting, or refused; and what its writer can do about it. */
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

import { Button } from '../../ui/button.tsx'
import { outbox } from './outbox.ts'
import { MAYBE_SENT, type OutboxItem } from './outbox-item.ts'

export interface OutboxItemStatusProps {
  item: OutboxItem
  /** Shown for a failure for which the server sent no sentence. */
  fallback: string
  /** Called once either button was pressed: it may be gone then. */
  onAct?: () => void
}

/** Whether an item waits or was refused, with buttons to retry or discard it. */
export function HeldItemStatus({ item, fallback, onAct }: OutboxItemStatusProps) {
  const { id, problem, delay } = item

  function act(work: (id: string) => Promise<void>) {
    void work(id)
    onAct?.()
  }

  return (
    <div className="flex flex-wrap items-center gap-2">
      {problem === null ? (
        <p className="text-ink-soft text-sm">
          {delay ? `Waiting to be sent. ${delay}` : 'Waiting to be sent'}
        </p>
      ) : (
        <p role="alert" className="text-danger text-sm">
          {problem.endsWith(MAYBE_SENT) ? problem : `Not sent. ${problem || fallback}`}
        </p>
      )}
      <Button size="small" onClick={() => act(outbox.retry)}>
        Retry
      </Button>
      <Button size="small" onClick={() => act(outbox.discard)}>
        Discard
      </Button>
    </div>
  )
}

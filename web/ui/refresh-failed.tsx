import { Button } from './button.tsx'
import type { Retryable } from './error-state.tsx'
import { ListOverlay } from './list-overlay.tsx'

interface RefreshFailedProps {
  text: string
  query: Retryable
  isInDialog?: boolean
}

/**
 * Stands over a list that shows what was known before, because it could not be read anew. It
 * floats: nothing moves for bad news.
 */
export function RefreshFailed({ text, query, isInDialog }: RefreshFailedProps) {
  return (
    <ListOverlay isInDialog={isInDialog}>
      <div
        role="alert"
        className="flex h-fit items-center gap-3 rounded-full border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 text-ink shadow-floating"
      >
        {text}
        <Button
          size="small"
          className="rounded-full"
          busy={query.isFetching}
          onClick={() => query.refetch()}
        >
          Try again
        </Button>
      </div>
    </ListOverlay>
  )
}

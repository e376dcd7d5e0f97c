import { Button } from './button.tsx'
import { ListOverlay } from './list-overlay.tsx'

interface RefreshFailedProps {
  text: string
  onRetry: () => void
  isRetrying: boolean
  isInDialog?: boolean
}

/**
 * Stands over a list that shows what was known before, because it could not be read anew. It floats:
 * nothing moves for bad news.
 */
export function RefreshFailed({ text, onRetry, isRetrying, isInDialog }: RefreshFailedProps) {
  return (
    <ListOverlay isInDialog={isInDialog ?? false}>
      <div
        role="alert"
        className="flex h-fit items-center gap-3 rounded-full border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 text-ink shadow-floating"
      >
        {text}
        <Button size="small" className="rounded-full" busy={isRetrying} onClick={onRetry}>
          Try again
        </Button>
      </div>
    </ListOverlay>
  )
}

import { MESSAGES } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'
import { FeedOverlay } from './feed-overlay.tsx'

/** Floats over the feed, which stays as it was: nothing moves for bad news. */
export function RefreshFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <FeedOverlay>
      <div
        role="alert"
        className="flex h-fit items-center gap-3 rounded-full border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 shadow-floating"
      >
        {MESSAGES.loadFailed}
        <Button size="small" className="rounded-full" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </FeedOverlay>
  )
}

import { SAYS } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'

/** Floats over the feed, which stays as it was: nothing moves for bad news. */
export function RefreshFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="sticky top-20 z-10 flex h-0 justify-center">
      <div
        role="alert"
        className="flex h-fit items-center gap-3 rounded-full border border-line bg-surface-raised py-1.5 ps-4 pe-1.5 shadow-floating"
      >
        {SAYS.loadFailed}
        <Button size="small" className="rounded-full" onClick={onRetry}>
          Try again
        </Button>
      </div>
    </div>
  )
}

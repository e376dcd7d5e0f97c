import { MESSAGES } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'

interface FeedEndProps {
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  /** What stands above was known before: newer posts may be missing. */
  isOutdated: boolean
  onLoadMore: () => void
}

/** Under the last post: the next page, when it is asked for, or word that this was all. */
export function FeedEnd({ hasMore, isLoading, isFailed, isOutdated, onLoadMore }: FeedEndProps) {
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      {isFailed && !isLoading && <p role="alert">{MESSAGES.loadFailed}</p>}
      {hasMore ? (
        <Button busy={isLoading} onClick={onLoadMore}>
          {isFailed ? 'Try again' : 'Load More Posts'}
        </Button>
      ) : (
        !isOutdated && <p className="font-serif text-ink-soft">{MESSAGES.caughtUp}</p>
      )}
    </div>
  )
}

import { MESSAGES } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'
import { useScrollSentinel } from '../ui/scroll-sentinel.ts'

interface FeedEndProps {
  hasMore: boolean
  isLoading: boolean
  isFailed: boolean
  pageCount: number
  onLoadMore: () => void
}

/** Under the last post: the next page, by button or by coming near, or word that this was all. */
export function FeedEnd({ hasMore, isLoading, isFailed, pageCount, onLoadMore }: FeedEndProps) {
  const mayLoadItself = hasMore && !isLoading && !isFailed
  const end = useScrollSentinel(mayLoadItself, pageCount, onLoadMore)
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-8 text-center">
      {isFailed && !isLoading && <p role="alert">{MESSAGES.loadFailed}</p>}
      {hasMore ? (
        <Button busy={isLoading} onClick={onLoadMore}>
          {isFailed ? 'Try again' : 'Load More Posts'}
        </Button>
      ) : (
        <p className="font-serif text-ink-soft">{MESSAGES.caughtUp}</p>
      )}
    </div>
  )
}

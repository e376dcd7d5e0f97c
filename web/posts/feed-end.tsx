import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { MESSAGES } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'

interface FeedEndProps {
  feed: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  /** What stands above was known before: newer posts may be missing. */
  isOutdated?: boolean
}

/** Under the last post: the next page, when it is asked for, or word that this was all. */
export function FeedEnd({ feed, isOutdated = false }: FeedEndProps) {
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = feed
  return (
    <div className="flex flex-col items-center gap-3 py-8 text-center">
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">{MESSAGES.loadFailed}</p>}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage({ cancelRefetch: false })}>
          {isFetchNextPageError ? 'Try again' : 'Load More Posts'}
        </Button>
      ) : (
        !isOutdated && <p className="font-serif text-ink-soft">{MESSAGES.caughtUp}</p>
      )}
    </div>
  )
}

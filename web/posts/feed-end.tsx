import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import type { MouseEvent } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'
import { fetchMore } from '../ui/fetch-more.ts'

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

  const showMore = ({ currentTarget }: MouseEvent<HTMLElement>) =>
    fetchMore(currentTarget, () => fetchNextPage({ cancelRefetch: false }))

  return (
    <div tabIndex={-1} className="flex flex-col items-center gap-3 py-8 text-center outline-none">
      {isFetchNextPageError && !isFetchingNextPage && <p role="alert">{MESSAGES.loadFailed}</p>}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={showMore}>
          {isFetchNextPageError ? 'Try again' : 'Load More Posts'}
        </Button>
      ) : (
        !isOutdated && <p className="font-serif text-ink-soft">{MESSAGES.caughtUp}</p>
      )}
    </div>
  )
}

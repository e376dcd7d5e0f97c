import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'

type List = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** Under a list that goes on: the next page, or why it did not come. */
export function LoadMore({ list, problem }: { list: List; problem: string }) {
  if (!list.hasNextPage) return null
  return (
    <div className="flex flex-col items-center gap-3 py-6">
      {list.isFetchNextPageError && !list.isFetchingNextPage && <p role="alert">{problem}</p>}
      <Button busy={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
        {list.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}

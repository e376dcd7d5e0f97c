import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { Button } from '../ui/button.tsx'
import { fetchMore } from '../ui/fetch-more.ts'

interface LoadMoreProps {
  list: Pick<
    UseInfiniteQueryResult,
    'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
  >
  label: string
  problem: string
}

/** Under a list that goes on: the next page, or why it did not come. */
export function LoadMore({ list, label, problem }: LoadMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <div className="flex flex-col items-center gap-3 py-3">
      {list.isFetchNextPageError && !list.isFetchingNextPage && <p role="alert">{problem}</p>}
      <Button
        size="small"
        busy={list.isFetchingNextPage}
        onClick={({ currentTarget }) => fetchMore(currentTarget, () => list.fetchNextPage())}
      >
        {list.isFetchNextPageError ? 'Try again' : label}
      </Button>
    </div>
  )
}

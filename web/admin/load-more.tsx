import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { fetchMore } from '../ui/fetch-more.ts'
import { takeLostFocus } from '../ui/lost-focus.ts'

type List = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** Under a list that goes on: the next page, or why it did not come. */
export function LoadMore({ list, problem }: { list: List; problem: string }) {
  const [isAsked, setIsAsked] = useState(false)
  if (!list.hasNextPage)
    return (
      isAsked && (
        <p
          ref={takeLostFocus}
          tabIndex={-1}
          className="py-6 text-center text-ink-soft outline-none"
        >
          That was all.
        </p>
      )
    )
  return (
    <div className="flex flex-col items-center gap-3 py-6">
      {list.isFetchNextPageError && !list.isFetchingNextPage && <p role="alert">{problem}</p>}
      <Button
        busy={list.isFetchingNextPage}
        onClick={({ currentTarget }) => {
          setIsAsked(true)
          void fetchMore(currentTarget, () => list.fetchNextPage())
        }}
      >
        {list.isFetchNextPageError ? 'Try again' : 'Load more'}
      </Button>
    </div>
  )
}

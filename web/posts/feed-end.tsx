import { useEffect, useRef } from 'react'
import { SAYS } from '../../contract/posts.ts'
import { Button } from '../ui/button.tsx'

/** How far ahead of the reader the next page is fetched. */
const AHEAD = '1000px'

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
  const end = useNearness(mayLoadItself, pageCount, onLoadMore)
  return (
    <div ref={end} className="flex flex-col items-center gap-3 py-8 text-center">
      {isFailed && !isLoading && <p role="alert">{SAYS.loadFailed}</p>}
      {hasMore ? (
        <Button busy={isLoading} onClick={onLoadMore}>
          {isFailed ? 'Try again' : 'Load More Posts'}
        </Button>
      ) : (
        <p className="font-serif text-ink-soft">{SAYS.caughtUp}</p>
      )}
    </div>
  )
}

/** Calls back when the element comes near, again for each page. Without the observer, never. */
function useNearness(isWatching: boolean, pageCount: number, onNear: () => void) {
  const element = useRef<HTMLDivElement>(null)
  const latestOnNear = useRef(onNear)
  useEffect(() => {
    latestOnNear.current = onNear
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page too short to push the end away needs another look
  useEffect(() => {
    if (!isWatching || !element.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && latestOnNear.current(),
      { rootMargin: AHEAD },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [isWatching, pageCount])
  return element
}

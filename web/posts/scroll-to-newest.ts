import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ownScrolling } from '../platform/media-query.ts'
import { type FeedKind, readFromTop } from './api.ts'

/** Scrolls up and reads the feed again. `feed`: for the feed's element, which takes the focus. */
export function useScrollToNewest(kind: FeedKind) {
  const client = useQueryClient()
  const feed = useRef<HTMLElement>(null)
  const [isComing, setIsComing] = useState(false)
  const wasComing = useRef(false)

  async function showNewest() {
    scrollToStart(feed.current)
    setIsComing(true)
    await readFromTop(client, kind)
    setIsComing(false)
  }

  useEffect(() => {
    if (wasComing.current && !isComing) {
      // The browser holds on to the post in sight: the new ones may have come in above it.
      scrollToStart(feed.current)
      // The button that was pressed is gone.
      feed.current?.focus({ preventScroll: true })
    }
    wasComing.current = isComing
  }, [isComing])

  return { feed, isComing, showNewest }
}

function scrollToStart(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'start', behavior: ownScrolling() })
}

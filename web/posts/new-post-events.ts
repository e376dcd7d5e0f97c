import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useServerEvents } from '../platform/realtime/use-realtime.ts'
import { checkNewestPage, type FeedKind, feedOptions } from './api.ts'
import { useLivePosts } from './live-posts.ts'

/** Posts that come together are looked at together. */
const CHECK_AFTER_MS = 1_000

/** Checks for new posts a moment after an event; what a post says otherwise changes in place. */
export function useNewPostEvents(kind: FeedKind): void {
  const client = useQueryClient()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useLivePosts(kind, {
    readAt: client.getQueryState(feedOptions(kind).queryKey)?.dataUpdatedAt ?? 0,
    onMissed: () => checkNewestPage(client, kind),
  })
  useServerEvents((event) => {
    if (event.type !== 'new_posts' || event.feed !== kind) return
    timer.current ??= setTimeout(() => {
      timer.current = undefined
      checkNewestPage(client, kind)
    }, CHECK_AFTER_MS)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a check due is one of the feed before
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      timer.current = undefined
    },
    [kind],
  )
}

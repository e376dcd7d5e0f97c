import { type Query, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { FEED_TIMEOUT_MS } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { earliestRequestTime } from '../platform/preloaded-responses.ts'
import type { WatchedFeed } from '../platform/realtime/tab-states.ts'
import { useServerEvents, useWatchedFeed } from '../platform/realtime/use-realtime.ts'
import type { FeedData } from './feed-pages.ts'
import { POST } from './post-cache.ts'
import { isHeld, refreshPost } from './refresh-post.ts'

/**
 * What happens to a post within this time is read at once; not by all who look at the same moment.
 */
const READ_AFTER_MS = 500
const SPREAD_MS = 1_000

interface LivePostsOptions {
  /** When (epoch ms) what is on screen was read; 0 while it is being read. */
  readAt: number
  /** Posts may have come that nobody told of. */
  onMissed?: () => void
}

/** Posts in sight follow live what people do with them. Events come by feed: `feed` is theirs. */
export function useLivePosts(feed: WatchedFeed, { readAt, onMissed }: LivePostsOptions): void {
  const client = useQueryClient()
  const changed = useRef(new Set<string>())
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const readSoon = useEffectEvent(() => {
    if (changed.current.size === 0) return
    timer.current ??= setTimeout(readInSight, READ_AFTER_MS + Math.random() * SPREAD_MS)
  })

  function readInSight() {
    timer.current = undefined
    const ids = changed.current
    for (const postId of ids) if (!mayBeShown(client, postId)) ids.delete(postId)
    if (document.visibilityState !== 'visible') return
    for (const card of document.querySelectorAll<HTMLElement>('[data-post]')) {
      const postId = card.dataset.post ?? ''
      if (!ids.has(postId) || !isInSight(card)) continue
      ids.delete(postId)
      void refreshPost(client, postId)
    }
  }

  useWatchedFeed(
    feed,
    () => earliestRequestTime(readAt || Date.now(), FEED_TIMEOUT_MS),
    () => {
      onMissed?.()
      void postsOnScreen(client).then((postIds) => {
        for (const postId of postIds) changed.current.add(postId)
        readSoon()
      })
    },
  )
  useServerEvents((event) => {
    // The server tells of every post of the feed: those that are not here come as they are by then.
    if (event.type !== 'post_changed' || !mayBeShown(client, event.postId)) return
    changed.current.add(event.postId)
    readSoon()
  })
  useEffect(() => {
    const listener = () => readSoon()
    document.addEventListener('scroll', listener, { passive: true })
    document.addEventListener('visibilitychange', listener)
    return () => {
      document.removeEventListener('scroll', listener)
      document.removeEventListener('visibilitychange', listener)
      clearTimeout(timer.current)
      timer.current = undefined
    }
  }, [])
}

/** The ids of what is shown, once what is being read is there. */
async function postsOnScreen(client: QueryClient): Promise<string[]> {
  const shown = client.getQueryCache().findAll({ type: 'active', predicate: holdsPosts })
  await Promise.allSettled(shown.map(({ promise }) => promise))
  return shown.flatMap(({ queryKey }) => {
    const [kind, postId] = queryKey
    if (kind === POST) return String(postId)
    const feed = client.getQueryData<FeedData>(queryKey)
    return (feed?.pages ?? []).flatMap(({ posts }) => posts.map(({ _id }) => _id))
  })
}

function holdsPosts({ queryKey: [kind] }: Query): boolean {
  return kind === queryKeys.feeds[0] || kind === POST
}

/** What is being read may have been read before the change. */
function mayBeShown(client: QueryClient, postId: string): boolean {
  return client.isFetching({ predicate: holdsPosts }) > 0 || isHeld(client, postId)
}

function isInSight(card: HTMLElement): boolean {
  const { top, bottom } = card.getBoundingClientRect()
  return bottom >= 0 && top <= innerHeight
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowUp } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { FEED_TIMEOUT_MS } from '../../contract/posts.ts'
import { earliestRequestTime } from '../platform/preloaded-responses.ts'
import { useIsFeedWatched, wasFeedMissed } from '../platform/realtime/use-realtime.ts'
import { Button } from '../ui/button.tsx'
import { ListOverlay } from '../ui/list-overlay.tsx'
import { checkNewestPage, type FeedKind, newestPageOptions } from './api.ts'
import { countNewPosts, type FeedData } from './feed-pages.ts'

interface NewPostsProps {
  kind: FeedKind
  feed: FeedData
  /** When the feed was read: what it holds was the newest then. */
  feedReadAt: number
  viewerId: string
  hasNewFriend: boolean
  isComing: boolean
  onShow: () => void
}

/** Says that others have posted since the feed was read. They wait until they are asked for. */
export function NewPosts(props: NewPostsProps) {
  const { kind, feed, feedReadAt, viewerId, hasNewFriend, isComing, onShow } = props
  const client = useQueryClient()
  const isWatched = useIsFeedWatched(kind)
  const { data: newest } = useQuery({
    ...newestPageOptions(kind, { isWatched }),
    initialData: () => feed.pages[0],
    initialDataUpdatedAt: feedReadAt,
  })
  const checkIfMissed = useEffectEvent(() => {
    const askedAt = earliestRequestTime(feedReadAt, FEED_TIMEOUT_MS)
    if (wasFeedMissed(kind, askedAt)) checkNewestPage(client, kind)
  })
  // The first posts are drawn before this is. What is told while it is being drawn finds nobody to
  // look, so it is asked for once it looks itself.
  useEffect(() => checkIfMissed(), [])
  const news = newest && countNewPosts(newest, feed, { viewerId, hasNewFriend })
  return (
    <ListOverlay>
      <div role="status">
        {news && news.count > 0 && (
          <Button
            variant="primary"
            size="small"
            busy={isComing}
            onClick={onShow}
            className="rounded-full shadow-floating"
          >
            <ArrowUp aria-hidden className="size-4" />
            {labelOf(news)}
          </Button>
        )}
      </div>
    </ListOverlay>
  )
}

function labelOf({ count, isMore }: ReturnType<typeof countNewPosts>): string {
  if (isMore) return `${count}+ new posts`
  return count === 1 ? '1 new post' : `${count} new posts`
}

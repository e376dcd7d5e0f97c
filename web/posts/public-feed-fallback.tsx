import { useInfiniteQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { feedOptions } from './api.ts'
import { FeedEnd } from './feed-end.tsx'
import { PostList } from './post-list.tsx'
import { useVisiblePosts } from './visible-posts.ts'

interface PublicFeedFallbackProps {
  viewerId: string
  onAuthorClick: (userId: string) => void
  /** Whether it stands over the feed above that it could not be read. */
  isFailureTold: boolean
}

/** What others here say to everybody, for whom no friend says anything yet; else nothing. */
export function PublicFeedFallback({
  viewerId,
  onAuthorClick,
  isFailureTold,
}: PublicFeedFallbackProps) {
  const feed = useInfiniteQuery(feedOptions('public'))
  const isOutdated = useIsOutdated(feedOptions('public').queryKey)
  const posts = useVisiblePosts(feed.data?.pages).filter(({ user }) => user._id !== viewerId)
  const headingId = useId()
  const failure = isOutdated && !isFailureTold && { text: MESSAGES.loadFailed, query: feed }
  if (posts.length === 0) return failure && <ErrorState {...failure} />
  return (
    <>
      {failure && <RefreshFailed {...failure} />}
      <section aria-labelledby={headingId} className="flex flex-col gap-3">
        <h2 id={headingId} className="font-semibold font-serif text-lg">
          Meanwhile, from everybody here
        </h2>
        <PostList source="public" posts={posts} viewerId={viewerId} onAuthorClick={onAuthorClick} />
        <FeedEnd feed={feed} isOutdated={isOutdated} />
      </section>
    </>
  )
}

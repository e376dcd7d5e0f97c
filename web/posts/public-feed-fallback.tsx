import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { feedOptions, newestPageOptions } from './api.ts'
import { FeedEnd } from './feed-end.tsx'
import { NewPosts } from './new-posts.tsx'
import { PostList } from './post-list.tsx'
import { useScrollToNewest } from './scroll-to-newest.ts'
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
  const newest = useScrollToNewest('public')
  const hasFriendsNews = useHasFriendsNews(viewerId)
  const failure = isOutdated && !isFailureTold && { text: MESSAGES.loadFailed, query: feed }
  if (!feed.data) return failure && <ErrorState {...failure} />
  const isReadingAnew = feed.isRefetching && !newest.isComing
  return (
    <>
      {failure && <RefreshFailed {...failure} />}
      {!isOutdated && !isReadingAnew && !hasFriendsNews && (
        <NewPosts
          kind="public"
          feed={feed.data}
          feedReadAt={feed.dataUpdatedAt}
          viewerId={viewerId}
          hasNewFriend={feed.isStale}
          isComing={newest.isComing}
          onShow={newest.showNewest}
        />
      )}
      {posts.length > 0 && (
        <section
          ref={newest.feed}
          tabIndex={-1}
          aria-labelledby={headingId}
          className="flex scroll-mt-36 flex-col gap-3 outline-none"
        >
          <h2 id={headingId} className="font-semibold font-serif text-lg">
            Meanwhile, from everybody here
          </h2>
          <PostList
            source="public"
            posts={posts}
            viewerId={viewerId}
            onAuthorClick={onAuthorClick}
          />
          <FeedEnd feed={feed} isOutdated={isOutdated} />
        </section>
      )}
    </>
  )
}

/** Theirs are told of at the same place, and come first: with them this feed goes. */
function useHasFriendsNews(viewerId: string): boolean {
  const { data } = useQuery({
    ...newestPageOptions('friends', { isWatched: true }),
    enabled: false,
  })
  return data?.posts.some(({ user }) => user._id !== viewerId) ?? false
}

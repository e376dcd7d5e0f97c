import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { useUser } from '../app/session.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { feedOptions, refreshFeed } from './api.ts'
import { FeedEnd } from './feed-end.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { PostList } from './post-list.tsx'
import { useVisiblePosts } from './visible-posts.ts'

interface MemberPostsProps {
  memberId: string
}

/** What one member posted, newest first, as far as the viewer may see it. */
export function MemberPosts({ memberId }: MemberPostsProps) {
  const { _id: viewerId } = useUser()
  const source = useMemo(() => ({ memberId }), [memberId])
  const feed = useInfiniteQuery(feedOptions(source))
  const isOutdated = useIsOutdated(feedOptions(source).queryKey)
  const posts = useVisiblePosts(feed.data?.pages)
  useFreshPosts(memberId)

  if (feed.isPending) return <FeedSkeleton />
  const isEmpty = posts.length === 0 && !feed.hasNextPage
  if (feed.isLoadingError || (isEmpty && isOutdated)) {
    return (
      <ErrorState
        text={MESSAGES.loadFailed}
        onRetry={() => feed.refetch()}
        isRetrying={feed.isFetching}
      />
    )
  }
  if (isEmpty) return <EmptyState text={MESSAGES.memberEmpty} />
  return (
    <section aria-label="Posts">
      {isOutdated && (
        <RefreshFailed
          text={MESSAGES.loadFailed}
          onRetry={() => feed.refetch()}
          isRetrying={feed.isFetching}
        />
      )}
      <PostList source={source} posts={posts} viewerId={viewerId} onAuthorClick={undefined} />
      <FeedEnd
        hasMore={feed.hasNextPage}
        isLoading={feed.isFetchingNextPage}
        isFailed={feed.isFetchNextPageError}
        isOutdated={isOutdated}
        onLoadMore={() => feed.fetchNextPage({ cancelRefetch: false })}
      />
    </section>
  )
}

/** On arriving, what was read some time ago is read again. */
function useFreshPosts(memberId: string): void {
  const client = useQueryClient()
  useEffect(() => refreshFeed(client, { memberId }), [client, memberId])
}

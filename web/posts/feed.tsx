import { useInfiniteQuery } from '@tanstack/react-query'
import { type Post, SAYS } from '../../contract/posts.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { type FeedKind, feedOptions, usePostsInDeletion } from './api.ts'
import { EmptyFeed } from './empty-feed.tsx'
import { FeedEnd } from './feed-end.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { PostList } from './post-list.tsx'
import { RefreshFailed } from './refresh-failed.tsx'

interface FeedProps {
  kind: FeedKind
  viewerId: string
  onChooseKind: (kind: FeedKind) => void
}

/** One feed in all its states: loading, failed, empty, and page after page to its end. */
export function Feed({ kind, viewerId, onChooseKind }: FeedProps) {
  const feed = useInfiniteQuery(feedOptions(kind))
  const posts = useShownPosts(feed.data?.pages.flatMap((page) => page.posts))

  if (feed.isPending) return <FeedSkeleton />
  if (feed.isLoadingError) {
    return (
      <ErrorState
        text={SAYS.loadFailed}
        onRetry={() => feed.refetch()}
        isRetrying={feed.isFetching}
      />
    )
  }
  if (posts.length === 0 && !feed.hasNextPage) {
    return <EmptyFeed kind={kind} onChooseKind={onChooseKind} />
  }
  return (
    <section aria-label={kind === 'friends' ? 'Friends feed' : 'Public feed'}>
      {feed.isRefetchError && <RefreshFailed onRetry={() => feed.refetch()} />}
      <PostList kind={kind} posts={posts} viewerId={viewerId} />
      <FeedEnd
        hasMore={feed.hasNextPage}
        isLoading={feed.isFetchingNextPage}
        isFailed={feed.isFetchNextPageError}
        pageCount={feed.data.pages.length}
        onLoadMore={() => feed.fetchNextPage({ cancelRefetch: false })}
      />
    </section>
  )
}

function useShownPosts(posts: Post[] = []): Post[] {
  const inDeletion = usePostsInDeletion()
  return posts.filter(({ _id }) => !inDeletion.includes(_id))
}

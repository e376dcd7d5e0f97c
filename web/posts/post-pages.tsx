import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { MESSAGES } from '../../contract/posts.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { useUser } from '../app/session.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { type FeedKind, feedOptions, type PostSource, refreshFeed } from './api.ts'
import { FeedEnd } from './feed-end.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { useLivePosts } from './live-posts.ts'
import { PostList } from './post-list.tsx'
import { useVisiblePosts } from './visible-posts.ts'

interface PostPagesProps {
  /** The same object at each call. */
  source: Exclude<PostSource, FeedKind>
  /** What is said where there is nothing. */
  empty: string
  onAuthorClick?: ((userId: string) => void) | undefined
}

/** Posts outside of the feeds, newest first, page after page, as far as the viewer may see them. */
export function PostPages({ source, empty, onAuthorClick }: PostPagesProps) {
  const { _id: viewerId } = useUser()
  const feed = useInfiniteQuery(feedOptions(source))
  const isOutdated = useIsOutdated(feedOptions(source).queryKey)
  const posts = useVisiblePosts(feed.data?.pages)
  useFreshPosts(source)
  // The feed that most of them stand in, as one is watched at a time.
  const readAt = feed.dataUpdatedAt
  useLivePosts(posts[0]?.audience === 'public' ? 'public' : 'friends', { readAt })

  if (feed.isPending) return <FeedSkeleton />
  const isEmpty = posts.length === 0 && !feed.hasNextPage
  if (feed.isLoadingError || (isEmpty && isOutdated)) {
    return <ErrorState text={MESSAGES.loadFailed} query={feed} />
  }
  if (isEmpty) return <EmptyState text={empty} />
  return (
    <section aria-label="Posts">
      {isOutdated && <RefreshFailed text={MESSAGES.loadFailed} query={feed} />}
      <PostList source={source} posts={posts} viewerId={viewerId} onAuthorClick={onAuthorClick} />
      <FeedEnd feed={feed} isOutdated={isOutdated} />
    </section>
  )
}

/** On arriving, what was read some time ago is read again. */
function useFreshPosts(source: PostSource): void {
  const client = useQueryClient()
  useEffect(() => refreshFeed(client, source), [client, source])
}

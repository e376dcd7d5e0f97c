import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { useIsOutdated } from '../app/outdated-queries.ts'
import { ErrorState } from '../ui/error-state.tsx'
import { useProgressiveRendering } from '../ui/progressive-rendering.ts'
import { RefreshFailed } from '../ui/refresh-failed.tsx'
import { type FeedKind, feedOptions } from './api.ts'
import { EmptyFeed } from './empty-feed.tsx'
import { FeedEnd } from './feed-end.tsx'
import { FeedSkeleton } from './feed-skeleton.tsx'
import { useNewPostEvents } from './new-post-events.ts'
import { NewPosts } from './new-posts.tsx'
import { PostList } from './post-list.tsx'
import { PublicFeedFallback } from './public-feed-fallback.tsx'
import { useScrollToNewest } from './scroll-to-newest.ts'
import { useVisiblePosts } from './visible-posts.ts'

/** They fill the window of a phone. */
const FIRST_POSTS = 3

interface FeedProps {
  kind: FeedKind
  viewerId: string
  onAuthorClick: (userId: string) => void
  /**
   * What stands below the first post, or what is said in its place. The same element at each call.
   */
  interlude?: ReactNode
}

export function Feed({ kind, viewerId, onAuthorClick, interlude }: FeedProps) {
  const feed = useInfiniteQuery(feedOptions(kind))
  const isOutdated = useIsOutdated(feedOptions(kind).queryKey)
  const posts = useVisiblePosts(feed.data?.pages)
  const newest = useScrollToNewest(kind)
  const drawing = useProgressiveRendering(!feed.isPending)
  const isRead = feed.data !== undefined && !feed.hasNextPage
  const isAlone = kind === 'friends' && isRead && isAllBy(viewerId, posts)
  // One feed is watched at a time: then that of everybody, and for friends' posts the server is
  // asked. Of posts that are not for everybody it tells only who watches the friends feed.
  useNewPostEvents(isAlone && posts.every(isPublic) ? 'public' : kind)

  if (feed.isPending || drawing === 'nothing') return <FeedSkeleton />
  const isWhole = drawing === 'all' || posts.length <= FIRST_POSTS
  const failure = { text: MESSAGES.loadFailed, query: feed }
  const isEmpty = posts.length === 0 && !feed.hasNextPage
  if (feed.isLoadingError || (isEmpty && isOutdated))
    return <InPlaceOfPosts said={<ErrorState {...failure} />} below={interlude} />
  const isReadingAnew = feed.isRefetching && !newest.isComing
  return (
    <section
      ref={newest.feed}
      tabIndex={-1}
      aria-label={kind === 'friends' ? 'Friends feed' : 'Public feed'}
      className="scroll-mt-36 outline-none"
    >
      {isOutdated && <RefreshFailed {...failure} />}
      {!isOutdated && !isReadingAnew && (
        <NewPosts
          kind={kind}
          feed={feed.data}
          feedReadAt={feed.dataUpdatedAt}
          viewerId={viewerId}
          // By age alone a feed is never stale: it was invalidated.
          hasNewFriend={feed.isStale}
          isComing={newest.isComing}
          onShow={newest.showNewest}
        />
      )}
      {isEmpty ? (
        <InPlaceOfPosts said={<EmptyFeed kind={kind} />} below={interlude} />
      ) : (
        <>
          <PostList
            source={kind}
            posts={isWhole ? posts : posts.slice(0, FIRST_POSTS)}
            {...{ viewerId, onAuthorClick, interlude }}
          />
          {isWhole && <FeedEnd feed={feed} isOutdated={isOutdated} />}
        </>
      )}
      {isWhole && isAlone && (
        <PublicFeedFallback
          viewerId={viewerId}
          onAuthorClick={onAuthorClick}
          isFailureTold={isOutdated}
        />
      )}
    </section>
  )
}

function isAllBy(memberId: string, posts: Post[]): boolean {
  return posts.every(({ user }) => user._id === memberId)
}

function isPublic({ audience }: Post): boolean {
  return audience === 'public'
}

function InPlaceOfPosts({ said, below }: { said: ReactNode; below: ReactNode }) {
  return (
    <>
      {said}
      {below}
    </>
  )
}

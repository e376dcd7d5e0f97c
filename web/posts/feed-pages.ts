import type { InfiniteData } from '@tanstack/react-query'
import type { FeedAnswer, Post } from '../../contract/posts.ts'

// What can happen to a feed that was read in pages, each by the cursor of the one before.

export type FeedData = InfiniteData<FeedAnswer>

type MaybeFeed = FeedData | undefined

export function firstPageOf(feed: MaybeFeed): MaybeFeed {
  return feed && { pages: feed.pages.slice(0, 1), pageParams: feed.pageParams.slice(0, 1) }
}

export function feedPageHolding(feed: MaybeFeed, postId: string) {
  const index = feed?.pages.findIndex(({ posts }) => posts.some(({ _id }) => _id === postId)) ?? -1
  return index < 0 ? undefined : { cursor: (feed?.pageParams[index] ?? null) as string | null }
}

/** Posts by others on top of `newest`; between others, too, where there is a new friend. */
export function countNewPosts(
  newest: FeedAnswer,
  feed: FeedData,
  { viewerId, hasNewFriend }: { viewerId: string; hasNewFriend: boolean },
) {
  const known = feed.pages.flatMap(({ posts }) => posts)
  const knownIds = new Set(known.map(({ _id }) => _id))
  const knownUntil = (hasNewFriend ? endOf(feed) : known[0]?.createdAt) ?? ''
  const added = newest.posts.filter(
    ({ _id, createdAt }) => !knownIds.has(_id) && createdAt >= knownUntil,
  )
  return {
    count: added.filter(({ user }) => user._id !== viewerId).length,
    /** There may be more of them than one page holds. */
    isMore: added.length === newest.posts.length && newest.pagination.hasNextPage,
  }
}

/** When the last post was made that was read, while older ones are still to be read. */
function endOf({ pages }: FeedData): string | undefined {
  const last = pages.at(-1)
  return last?.pagination.hasNextPage ? last.posts.at(-1)?.createdAt : undefined
}

export function withPostOnTop(post: Post, feed: MaybeFeed): MaybeFeed {
  return mapPosts(firstPageOf(withoutPost(post._id, feed)), (posts) => [post, ...posts])
}

export function withoutPost(postId: string, feed: MaybeFeed): MaybeFeed {
  return mapPosts(feed, (posts) => posts.filter(({ _id }) => _id !== postId))
}

/** The same posts, with the pictures' addresses taken from `fresh` where it has them. */
export function withImagesOf(fresh: Post[], feed: MaybeFeed): MaybeFeed {
  const freshImages = new Map(fresh.map(({ _id, image, images }) => [_id, { image, images }]))
  return mapPosts(feed, (posts) => posts.map((post) => ({ ...post, ...freshImages.get(post._id) })))
}

export function withPostChanged(
  postId: string,
  change: (post: Post) => Post,
  feed: MaybeFeed,
): MaybeFeed {
  return mapPosts(feed, (posts) => posts.map((post) => (post._id === postId ? change(post) : post)))
}

function mapPosts(feed: MaybeFeed, change: (posts: Post[]) => Post[]): MaybeFeed {
  if (!feed) return undefined
  return { ...feed, pages: feed.pages.map((page) => ({ ...page, posts: change(page.posts) })) }
}

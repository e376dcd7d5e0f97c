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

export function withPostOnTop(post: Post, feed: MaybeFeed): MaybeFeed {
  return mapPosts(firstPageOf(withoutPost(post._id, feed)), (posts) => [post, ...posts])
}

export function withoutPost(postId: string, feed: MaybeFeed): MaybeFeed {
  return mapPosts(feed, (posts) => posts.filter(({ _id }) => _id !== postId))
}

/** The same posts, with the pictures' addresses taken from `fresh` where it has them. */
export function withImagesOf(fresh: Post[], feed: MaybeFeed): MaybeFeed {
  const images = new Map(fresh.map(({ _id, image }) => [_id, image]))
  return mapPosts(feed, (posts) =>
    posts.map((post) => ({ ...post, image: images.get(post._id) ?? post.image })),
  )
}

function mapPosts(feed: MaybeFeed, change: (posts: Post[]) => Post[]): MaybeFeed {
  if (!feed) return undefined
  return { ...feed, pages: feed.pages.map((page) => ({ ...page, posts: change(page.posts) })) }
}

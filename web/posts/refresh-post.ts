import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import { ApiError } from '../platform/api-client.ts'
import { commentsOptions } from './comments-api.ts'
import { type FeedData, feedPageHolding } from './feed-pages.ts'
import { readPost } from './post-api.ts'
import { updateCachedPost } from './post-cache.ts'

/**
 * Reads what a post in a feed, and the comments that are there, say by now. One that is gone, or
 * cannot be asked for, stays as it is.
 */
export async function refreshPost(client: QueryClient, postId: string): Promise<void> {
  const feeds = client.getQueriesData<FeedData>({ queryKey: ['feed'] })
  if (!feeds.some(([, feed]) => feedPageHolding(feed, postId))) return
  void client.invalidateQueries({ queryKey: commentsOptions(postId).queryKey })
  try {
    cachePost(client, await readPost(postId))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
  }
}

/** The picture keeps the addresses it was drawn with: others would draw it anew. */
export function cachePost(client: QueryClient, now: Post): void {
  updateCachedPost(client, now._id, (known) => ({
    ...now,
    image: now.image && known.image ? { ...known.image, alt: now.image.alt } : now.image,
  }))
}

import type { QueryClient } from '@tanstack/react-query'
import type { Post } from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { ApiError, isNotFound } from '../platform/api-error.ts'
import { commentsOptions } from './comments/comments-api.ts'
import { type FeedData, feedPageHolding } from './feed-pages.ts'
import { postOptions, readPost } from './post-api.ts'
import { removeCachedPost, updateCachedPost } from './post-cache.ts'

/** Of a post and the comments that are there. What cannot be asked for stays; what is gone goes. */
export async function refreshPost(client: QueryClient, postId: string): Promise<void> {
  if (!isHeld(client, postId)) return
  const { queryKey } = postOptions(postId)
  const isAlone = isShownAlone(client, postId)
  void client.invalidateQueries({ queryKey: commentsOptions(postId).queryKey })
  try {
    cachePost(client, await readPost(postId), { isAlone })
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // Else it was not to be had just now.
    if (!isNotFound(error)) return
    removeCachedPost(client, postId)
    // Where it stands alone, the same is said in its place.
    if (isAlone) void client.invalidateQueries({ queryKey })
  }
}

/** Whether it stands on a page of its own, or in a feed that was read. */
export function isHeld(client: QueryClient, postId: string): boolean {
  const feeds = client.getQueriesData<FeedData>({ queryKey: queryKeys.feeds })
  return isShownAlone(client, postId) || feeds.some(([, feed]) => feedPageHolding(feed, postId))
}

function isShownAlone(client: QueryClient, postId: string): boolean {
  return client.getQueryCache().find(postOptions(postId))?.isActive() ?? false
}

/** The pictures keep the addresses they were drawn with: others would draw them anew. */
export function cachePost(client: QueryClient, now: Post, { isAlone = true } = {}): void {
  updateCachedPost(client, now._id, (known) => ({
    ...now,
    ...(isAlone || now.revision !== known.revision ? {} : vibesInPlace(known)),
    ...imagesInPlace(known, now),
  }))
}

function imagesInPlace(known: Post, now: Post): Pick<Post, 'image' | 'images'> {
  const images = now.images.map((image, place) => ({
    ...(known.images[place] ?? image),
    alt: image.alt,
  }))
  return { image: images[0] ?? null, images }
}

/**
 * Among other posts, the first vibe waits until the feed is read again: a row more would move them.
 */
function vibesInPlace(known: Post): Partial<Post> {
  return known.vibeCounts.length > 0 ? {} : { vibes: known.vibes, vibeCounts: known.vibeCounts }
}

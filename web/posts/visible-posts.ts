import type { FeedAnswer, Post } from '../../contract/posts.ts'
import { usePendingDeletions } from './api.ts'

/** The posts of all pages that were read, without those that are being deleted. */
export function useVisiblePosts(pages: FeedAnswer[] = []): Post[] {
  const inDeletion = usePendingDeletions()
  return pages.flatMap(({ posts }) => posts).filter(({ _id }) => !inDeletion.includes(_id))
}

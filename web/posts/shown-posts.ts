import type { FeedAnswer, Post } from '../../contract/posts.ts'
import { usePostsInDeletion } from './api.ts'

/** The posts of all pages that were read, without those that are being deleted. */
export function useShownPosts(pages: FeedAnswer[] = []): Post[] {
  const inDeletion = usePostsInDeletion()
  return pages.flatMap(({ posts }) => posts).filter(({ _id }) => !inDeletion.includes(_id))
}

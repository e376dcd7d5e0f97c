import { useMemo } from 'react'
import type { FeedAnswer, Post } from '../../contract/posts.ts'
import { usePendingDeletions } from './api.ts'

export function useVisiblePosts(pages: FeedAnswer[] | undefined): Post[] {
  const inDeletion = usePendingDeletions()
  return useMemo(() => {
    const posts = pages?.flatMap((page) => page.posts) ?? []
    return posts.filter(({ _id }) => !inDeletion.some((post) => post._id === _id))
  }, [pages, inDeletion])
}

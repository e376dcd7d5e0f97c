import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { COMMENTS_PREFETCHED_POSTS } from '../../../contract/comments.ts'
import { feedOptions, type PostSource } from '../api.ts'
import { prefetchComments } from './comments-api.ts'

/** Has the comments of the first cards of each page at hand before they are asked for. */
export function usePrefetchComments(source: PostSource): void {
  const client = useQueryClient()
  const { data } = useInfiniteQuery({ ...feedOptions(source), enabled: false })
  const postIds = (data?.pages ?? []).flatMap(({ posts }) =>
    posts.slice(0, COMMENTS_PREFETCHED_POSTS).map(({ _id }) => _id),
  )
  const key = postIds.join(' ')
  useEffect(() => {
    for (const postId of key.split(' ').filter(Boolean)) void prefetchComments(client, postId)
  }, [client, key])
}

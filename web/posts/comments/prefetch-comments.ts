import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { COMMENTS_PREFETCHED_POSTS } from '../../../contract/comments.ts'
import { isSavingData, whenIdle } from '../../app/when-idle.ts'
import { feedOptions, type PostSource } from '../api.ts'
import { prefetchComments } from './comments-api.ts'

/**
 * Has the comments of the first posts of each page at hand before they are asked for: read once the
 * page has nothing else to do, and not where bytes are saved.
 */
export function usePrefetchComments(source: PostSource): void {
  const client = useQueryClient()
  const { data } = useInfiniteQuery({ ...feedOptions(source), enabled: false })
  const pages = (data?.pages ?? [])
    .map(({ posts }) => posts.slice(0, COMMENTS_PREFETCHED_POSTS).map(({ _id }) => _id))
    .filter((postIds) => postIds.length > 0)
  const key = pages.join(' ')
  useEffect(() => {
    if (key === '' || isSavingData()) return
    const left = new AbortController()
    void whenIdle(client, left.signal).then((isIdle) => {
      if (!isIdle) return
      for (const postIds of key.split(' ')) void prefetchComments(client, postIds.split(','))
    })
    return () => left.abort()
  }, [client, key])
}

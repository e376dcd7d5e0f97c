import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type Post, post } from '../../contract/posts.ts'
import { api } from '../platform/api-client.ts'

export function postOptions(postId: string) {
  return queryOptions({
    queryKey: ['post', postId] as const,
    queryFn: ({ signal }) => readPost(postId, signal),
  })
}

/** New addresses for the post's pictures, whose own have ended. Rejects when there are none. */
export async function renewPostImage(client: QueryClient, postId: string): Promise<void> {
  const { image, images } = await readPost(postId)
  client.setQueryData(postOptions(postId).queryKey, (known) => known && { ...known, image, images })
}

export async function readPost(postId: string, signal?: AbortSignal): Promise<Post> {
  return post.parse(await api.get(`/posts/${encodeURIComponent(postId)}`, { signal }))
}

import type { QueryClient } from '@tanstack/react-query'
import { createdPost, type PostAudience } from '../../contract/posts.ts'
import { api } from '../platform/api-client.ts'
import { cachePost } from './refresh-post.ts'

/**
 * What the post says then stands wherever it is. Rejects with an ApiError: 409 where others
 * commented.
 */
export async function changeAudience(
  client: QueryClient,
  postId: string,
  audience: PostAudience,
): Promise<void> {
  const answer = await api.put(`/posts/${postId}/audience`, { audience })
  cachePost(client, createdPost.parse(answer).post)
}

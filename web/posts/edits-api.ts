import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { comment, type Reply } from '../../contract/comments.ts'
import { type CommentEdit, type PostEdit, versionList } from '../../contract/edits.ts'
import { type Post, post } from '../../contract/posts.ts'
import { api } from '../platform/api-client.ts'
import { isNotFound } from '../platform/api-error.ts'
import { type CommentPages, withChanged } from './comments/comment-pages.ts'
import { commentsOptions } from './comments/comments-api.ts'
import { readPost } from './post-api.ts'
import { cachePost } from './refresh-post.ts'

// The way to the server for what is said better afterwards. What it says then stands at once
// wherever the post or the comment stands, and nothing moves.

/** Where what was said before is read. */
export type EditedPlace = { postId: string; commentId?: string }

/** Rejects with an ApiError: 409 where another device was first. */
export async function editPost(client: QueryClient, postId: string, edit: PostEdit): Promise<void> {
  cachePost(client, post.parse(await api.put(`/posts/${postId}`, edit)))
}

export async function editComment(
  client: QueryClient,
  { postId, commentId }: Required<EditedPlace>,
  edit: CommentEdit,
): Promise<void> {
  const answer = await api.put(`/posts/${postId}/comments/${commentId}`, edit)
  const { queryKey } = commentsOptions(postId)
  await client.cancelQueries({ queryKey })
  const changed = comment.parse(answer)
  client.setQueriesData<CommentPages>({ queryKey }, (known) => known && withChanged(changed, known))
}

/** What the comment says by now; undefined where it is gone. */
export async function rereadComment(
  client: QueryClient,
  { postId, commentId }: Required<EditedPlace>,
): Promise<Reply | undefined> {
  const { queryKey } = commentsOptions(postId)
  await client.refetchQueries({ queryKey })
  return client
    .getQueriesData<CommentPages>({ queryKey })
    .flatMap(([, known]) => known?.pages.flat() ?? [])
    .flatMap((one) => [one, ...one.replies])
    .find(({ _id }) => _id === commentId)
}

/** What the post says by now; undefined where it is gone. */
export async function rereadPost(client: QueryClient, postId: string): Promise<Post | undefined> {
  try {
    const now = await readPost(postId)
    cachePost(client, now)
    return now
  } catch (error) {
    if (!isNotFound(error)) throw error
  }
}

export function versionsOptions({ postId, commentId }: EditedPlace) {
  const below = commentId === undefined ? '' : `/comments/${commentId}`
  return queryOptions({
    queryKey: ['versions', postId, commentId ?? null] as const,
    queryFn: async ({ signal }) =>
      versionList.parse(await api.get(`/posts/${postId}${below}/versions`, { signal })),
    gcTime: 0,
  })
}

import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { v4 as newKey } from 'uuid'
import {
  COMMENTS_PAGE_SIZE,
  COMMENTS_TIMEOUT_MS,
  type Comment,
  commentList,
  MESSAGES,
} from '../../contract/comments.ts'
import { api } from '../platform/api-client.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { isOffline } from '../platform/offline/outbox-item.ts'
import { useToast } from '../ui/toast.tsx'
import { withNewest, without } from './comment-pages.ts'
import { usePendingMutations } from './optimistic-updates.ts'
import { invalidateIfPostMissing, isPostMissing, updateCachedPost } from './post-cache.ts'

// Comments are read from the newest page back, and a comment is made once however often it is sent.

/** A comment on its way. */
interface NewComment {
  text: string
  /** The same for every attempt at the same comment. */
  idempotencyKey: string
}

/** Fails at the first try: three seconds are long enough to be told, and to be asked again. */
export function commentsOptions(postId: string) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: async ({ pageParam, signal, client }) => {
      const comments = await readComments(postId, pageParam, signal)
      if (pageParam === null) countComments(client, postId, comments)
      return comments
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < COMMENTS_PAGE_SIZE ? undefined : page[0]?._id),
    retry: false,
  })
}

/** Reads the newest comments before they are asked for, unless they are there. Never rejects. */
export function prefetchComments(client: QueryClient, postId: string): Promise<void> {
  return client.prefetchInfiniteQuery({ ...commentsOptions(postId), staleTime: 'static' })
}

/** The comment that was sent and not answered yet. */
export function usePendingComment(postId: string): NewComment | undefined {
  return usePendingMutations<NewComment>(additionOf(postId))[0]
}

/** Adds a comment, one at a time. A failure is told by a toast. */
export function useAddComment(postId: string, onAdded: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  const isUnderway = usePendingComment(postId) !== undefined
  const mutationKey = additionOf(postId)
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (comment: NewComment) => sendComment(postId, comment),
    onSuccess: async (newest) => {
      if (newest) await cacheNewest(client, postId, newest)
      onAdded()
    },
    onError: (error) => {
      toast.alert(MESSAGES.addFailed)
      invalidateIfPostMissing(client, error)
      if (isPostMissing(error)) client.invalidateQueries(commentsOptions(postId))
    },
    // Kept, so that another attempt finds its key.
    gcTime: Number.POSITIVE_INFINITY,
  })

  function add(text: string) {
    if (!isUnderway) mutate({ text, idempotencyKey: keyFor(client, mutationKey, text) })
  }

  return { add, isUnderway }
}

/** Deletes a comment; one that is gone already is what was asked for. */
export function useDeleteComment(postId: string): (commentId: string) => Promise<void> {
  const client = useQueryClient()
  return async (commentId) => {
    await api.delete(`/posts/${postId}/comments/${commentId}`).catch((error: unknown) => {
      if (!isPostMissing(error)) throw error
    })
    const { queryKey } = commentsOptions(postId)
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (known) => known && without(commentId, known))
    updateCachedPost(client, postId, (post) => ({
      ...post,
      commentCount: Math.max(0, post.commentCount - 1),
    }))
    // What stands before the oldest page that is shown moved by one.
    void client.invalidateQueries({ queryKey })
  }
}

function additionOf(postId: string) {
  return ['add-comment', postId] as const
}

async function readComments(
  postId: string,
  before: string | null,
  signal: AbortSignal,
): Promise<Comment[]> {
  const query = before === null ? '' : `?before=${before}`
  const options = { timeoutMs: COMMENTS_TIMEOUT_MS, signal }
  return commentList.parse(await api.get(`/posts/${postId}/comments${query}`, options))
}

/** Null: there is no network, and it waits in the outbox. */
async function sendComment(postId: string, comment: NewComment): Promise<Comment[] | null> {
  const { text, idempotencyKey } = comment
  const path = `/posts/${postId}/comments`
  try {
    return commentList.parse(await api.post(path, { text }, { idempotencyKey }))
  } catch (error) {
    if (!isOffline(error)) throw error
    const place = commentsOptions(postId).queryKey
    void outbox.add({ id: idempotencyKey, queryKey: place, path, fields: { text } })
    return null
  }
}

async function cacheNewest(client: QueryClient, postId: string, newest: Comment[]): Promise<void> {
  const { queryKey } = commentsOptions(postId)
  // A reading under way began before this comment was made, and would take it away again.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (known) => withNewest(newest, known))
  if (newest.length < COMMENTS_PAGE_SIZE) countComments(client, postId, newest)
  else
    updateCachedPost(client, postId, (post) => ({ ...post, commentCount: post.commentCount + 1 }))
}

/** A page that is not full holds them all, however old the feed's count is. */
function countComments(client: QueryClient, postId: string, { length }: Comment[]): void {
  if (length >= COMMENTS_PAGE_SIZE) return
  updateCachedPost(client, postId, (post) => ({ ...post, commentCount: length }))
}

/** The last attempt's, when it failed and was at the same text: its answer may have been lost. */
function keyFor(client: QueryClient, mutationKey: readonly string[], text: string): string {
  const last = client.getMutationCache().findAll({ mutationKey, exact: true }).at(-1)?.state
  const attempt = last?.variables as NewComment | undefined
  return last?.status === 'error' && attempt?.text === text ? attempt.idempotencyKey : newKey()
}

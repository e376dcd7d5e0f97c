import {
  infiniteQueryOptions,
  type QueryClient,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  COMMENTS_PAGE_SIZE,
  COMMENTS_TIMEOUT_MS,
  type Comment,
  commentList,
  firstComments,
  MESSAGES,
  REPLIES_SHOWN,
} from '../../../contract/comments.ts'
import { useUser } from '../../app/session.tsx'
import { api } from '../../platform/api-client.ts'
import { isNotFound } from '../../platform/api-error.ts'
import { attemptKey, clearAttempt } from '../../platform/drafts.ts'
import { rethrowUnlessGone } from '../../platform/not-there.ts'
import { outbox } from '../../platform/offline/outbox.ts'
import { isOffline } from '../../platform/offline/outbox-item.ts'
import { usePendingMutations } from '../../platform/pending-mutations.ts'
import { sessionSignal } from '../../platform/token-store.ts'
import { useToast } from '../../ui/toast.tsx'
import { invalidateIfPostMissing, updateCachedPost } from '../post-cache.ts'
import { type CommentPages, countOf, withNewest, without, withReply } from './comment-pages.ts'

// Comments are read from the newest page back, and a comment is made once however often it is sent.

interface NewComment {
  text: string
  parentId?: string | undefined
  /** The same for every attempt at the same comment. */
  idempotencyKey: string
  /** Its writer's: with it the attempt is over. */
  session: AbortSignal
}

/** By post. Whoever takes one removes it: read again, it would be an old one. */
type FirstPages = Map<string, Comment[]>

/**
 * Fails at the first try: three seconds are long enough to be told, and to be asked again. The
 * newest page is taken from `firstPages` if it is there.
 */
export function commentsOptions(postId: string, firstPages?: Promise<FirstPages>) {
  return infiniteQueryOptions({
    queryKey: ['comments', postId] as const,
    queryFn: async ({ pageParam, signal, client }) => {
      const query = pageParam === null ? '' : `?before=${pageParam}`
      const pages = pageParam === null ? await firstPages : undefined
      const comments = pages?.get(postId) ?? (await readPage(postId, query, signal))
      pages?.delete(postId)
      // A page that is not full holds them all, however old the feed's count is.
      if (pageParam === null && comments.length < COMMENTS_PAGE_SIZE)
        setCount(client, postId, () => countOf(comments))
      return comments
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => (page.length < COMMENTS_PAGE_SIZE ? undefined : page[0]?._id),
    retry: false,
  })
}

export function repliesOptions(postId: string, { _id, replies }: Comment) {
  return infiniteQueryOptions({
    queryKey: [...commentsOptions(postId).queryKey, 'replies', _id] as const,
    queryFn: ({ pageParam, signal }) => readPage(postId, repliesQuery(_id, pageParam), signal),
    initialPageParam: replies[REPLIES_SHOWN - 1]?._id ?? null,
    getNextPageParam: (page) =>
      page.length < COMMENTS_PAGE_SIZE ? undefined : (page.at(-1)?._id ?? null),
    retry: false,
  })
}

/** One comment, or one reply, alone. Fails where it is not there any more. */
export function oneCommentOptions(postId: string, commentId: string) {
  return infiniteQueryOptions({
    queryKey: [...commentsOptions(postId).queryKey, 'only', commentId] as const,
    queryFn: ({ signal }) => readPage(postId, `?only=${commentId}`, signal),
    initialPageParam: null,
    getNextPageParam: () => undefined,
    retry: false,
  })
}

function repliesQuery(parentId: string, after: string | null): string {
  return `?parentId=${parentId}${after === null ? '' : `&after=${after}`}`
}

/**
 * Reads the newest comments of some posts at once, before they are asked for, but of those where
 * they are there or on their way. Never rejects.
 */
export async function prefetchComments(client: QueryClient, postIds: string[]): Promise<void> {
  const missing = postIds.filter((postId) => {
    const state = client.getQueryState(commentsOptions(postId).queryKey)
    return state?.data === undefined && state?.fetchStatus !== 'fetching'
  })
  if (missing.length === 0) return
  const firstPages = readFirstPages(missing)
  await Promise.all(
    missing.map((postId) => client.prefetchInfiniteQuery(commentsOptions(postId, firstPages))),
  )
}

/** The comment, or the reply below `threadId`, that was sent and not answered yet. */
export function usePendingComment(postId: string, threadId?: string): NewComment | undefined {
  return usePendingMutations<NewComment>(additionOf(postId, threadId))[0]
}

/** Adds a comment, or a reply below `threadId`, one at a time. A failure is told by a toast. */
export function useAddComment(
  postId: string,
  threadId: string | undefined,
  onAdded: (text: string) => void,
) {
  const client = useQueryClient()
  const toast = useToast()
  const { _id: owner } = useUser()
  const isUnderway = usePendingComment(postId, threadId) !== undefined
  const mutationKey = additionOf(postId, threadId)
  const form = mutationKey.join()
  const { mutate } = useMutation({
    mutationKey,
    mutationFn: (comment: NewComment) =>
      sendComment(postId, comment, owner).catch((error) => {
        if (!isNotFound(error)) throw error
        // What an attempt before made may have been deleted: this is another then.
        clearAttempt(form)
        return sendComment(postId, { ...comment, idempotencyKey: keyFor(comment) }, owner)
      }),
    onSuccess: async (added, { text }) => {
      if (added) await cacheAdded(client, postId, added, threadId !== undefined)
      clearAttempt(form)
      onAdded(text)
    },
    onError: (error, { session }) => {
      if (session.aborted) return
      toast.alert(MESSAGES.addFailed)
      invalidateIfPostMissing(client, error)
      if (isNotFound(error)) client.invalidateQueries(commentsOptions(postId))
    },
  })

  function keyFor({ text, parentId }: Pick<NewComment, 'text' | 'parentId'>) {
    return attemptKey(form, JSON.stringify([text, parentId]))
  }

  function add(text: string, parentId?: string) {
    const comment = { text, parentId }
    const idempotencyKey = keyFor(comment)
    if (!isUnderway) mutate({ ...comment, idempotencyKey, session: sessionSignal() })
  }

  return { add, isUnderway, forget: () => clearAttempt(form) }
}

/** Deletes a comment; one that is gone already is what was asked for. */
export function useDeleteComment(postId: string): (commentId: string) => Promise<void> {
  const client = useQueryClient()
  return async (commentId) => {
    await api.delete(`/posts/${postId}/comments/${commentId}`).catch(rethrowUnlessGone)
    const { queryKey } = commentsOptions(postId)
    await client.cancelQueries({ queryKey })
    // Those of more replies, too.
    client.setQueriesData<CommentPages>({ queryKey }, (known) => known && without(commentId, known))
    setCount(client, postId, (count) => Math.max(0, count - 1))
    // What stands before the oldest page that is shown moved by one.
    void client.invalidateQueries({ queryKey })
  }
}

function additionOf(postId: string, threadId: string | undefined) {
  return ['add-comment', postId, ...(threadId ? [threadId] : [])] as const
}

async function readPage(postId: string, query: string, signal: AbortSignal): Promise<Comment[]> {
  const options = { timeoutMs: COMMENTS_TIMEOUT_MS, signal }
  return commentList.parse(await api.get(`/posts/${postId}/comments${query}`, options))
}

async function readFirstPages(postIds: string[]): Promise<FirstPages> {
  const options = { timeoutMs: COMMENTS_TIMEOUT_MS }
  const pages = firstComments.parse(
    await api.get(`/posts/comments?ids=${postIds.join(',')}`, options),
  )
  return new Map(pages.map(({ postId, comments }) => [postId, comments]))
}

/** Null: there is no network, and it waits in the outbox. Rejects as soon as its writer leaves. */
async function sendComment(
  postId: string,
  { text, parentId, idempotencyKey, session }: NewComment,
  owner: string,
): Promise<Comment[] | null> {
  const path = `/posts/${postId}/comments`
  const fields = { text, ...(parentId && { parentId }) }
  try {
    const answer = await api.post(path, fields, { idempotencyKey, signal: session })
    session.throwIfAborted()
    return commentList.parse(answer)
  } catch (error) {
    const { queryKey } = commentsOptions(postId)
    const item = { id: idempotencyKey, owner, queryKey, path, fields }
    if (!isOffline(error) || !(await outbox.store(item))) throw error
    session.throwIfAborted()
    return null
  }
}

/** `added`: the reply, or the newest comments with the one that was made among them. */
async function cacheAdded(
  client: QueryClient,
  postId: string,
  added: Comment[],
  isReply: boolean,
): Promise<void> {
  const { queryKey } = commentsOptions(postId)
  // A reading under way began before this comment was made, and would take it away again.
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, (known) => (isReply ? withReply : withNewest)(added, known))
  setCount(client, postId, (count) =>
    isReply || added.length >= COMMENTS_PAGE_SIZE ? count + 1 : countOf(added),
  )
}

/** Counted once: a feed that is being read meanwhile may have counted it, or not, when it comes. */
function setCount(client: QueryClient, postId: string, from: (count: number) => number): void {
  let commentCount: number | undefined
  updateCachedPost(client, postId, (post) => {
    commentCount ??= from(post.commentCount)
    return { ...post, commentCount }
  })
}

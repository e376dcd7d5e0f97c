// How posts call the server: its calls, queries and mutations. Every answer is parsed by
// the contract before a component sees it. A feed on screen is never changed unasked: it is read
// again only when the reader arrives anew, and what the reader did shows in it at once.

import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import {
  createdPost,
  FEED_TIMEOUT_MS,
  feedAnswer,
  MESSAGES,
  type Post,
  type PostFields,
} from '../../contract/posts.ts'
import { queryKeys } from '../app/query-keys.ts'
import { useSession } from '../app/session.tsx'
import { api } from '../platform/api-client.ts'
import { rethrowUnlessGone } from '../platform/not-there.ts'
import { outbox } from '../platform/offline/outbox.ts'
import { formOf, isOffline } from '../platform/offline/outbox-item.ts'
import { usePendingMutations } from '../platform/pending-mutations.ts'
import { retryWithin } from '../platform/retry-within.ts'
import { sessionSignal } from '../platform/token-store.ts'
import { useToast } from '../ui/toast.tsx'
import {
  type FeedData,
  feedPageHolding,
  firstPageOf,
  withImagesOf,
  withPostOnTop,
} from './feed-pages.ts'
import { postOptions, readPost } from './post-api.ts'
import { changeCached, removeCachedPost } from './post-cache.ts'

export type FeedKind = 'friends' | 'public'
/** A feed, the posts of a member or of a day's theme, or one's own as others see them. */
export type PostSource =
  | FeedKind
  | { memberId: string }
  | { themeDate: string }
  | { viewAs: string }

/**
 * A post as it is sent: texts as the contract parsed them, and the pictures as they were chosen.
 */
export interface NewPost extends PostFields {
  images: File[]
}

interface PendingPost {
  post: NewPost
  /** The same for every attempt at the same post. */
  idempotencyKey: string
  stop: AbortController
  /** How much of the pictures has gone out, 0 to 1. */
  onProgress: (fraction: number) => void
}

const CREATION = ['create-post'] as const
const DELETION = ['delete-post'] as const
/** How long the place in a feed is kept for someone who looks elsewhere. */
const FEED_GC_MS = 30 * 60_000
/** Arriving again this soon shows the same feed. */
const FRESH_FOR_MS = 10_000
const NEW_POSTS_CHECK_MS = 30_000

/** Pages by cursor, so that posts made meanwhile neither repeat nor skip anything. */
export function feedOptions(source: PostSource) {
  return infiniteQueryOptions({
    queryKey: [...queryKeys.feeds, source] as const,
    queryFn: ({ pageParam, signal }) => readFeedPage(source, pageParam, signal),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pagination }) => pagination.nextCursor,
    // Its tries have one time-out, so the query makes no more of them.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: FEED_GC_MS,
  })
}

/**
 * What the first page of the feed would be now, asked for while somebody looks and the network is
 * there. The feed itself stays as it is. While the server tells of new posts it is asked only then.
 */
export function newestPageOptions(kind: FeedKind, { isWatched }: { isWatched: boolean }) {
  return queryOptions({
    queryKey: newestPageKey(kind),
    queryFn: ({ signal }) => readFeedPage(kind, null, signal),
    refetchInterval: isWatched ? false : NEW_POSTS_CHECK_MS,
    refetchOnWindowFocus: true,
    networkMode: 'online',
    staleTime: FRESH_FOR_MS,
    retry: false,
    // On coming back, what the feed itself holds is the newest that is known.
    gcTime: 0,
  })
}

/** The server told of new posts: looks at them now, or when somebody looks here again. */
export function checkNewestPage(client: QueryClient, kind: FeedKind): void {
  const refetchType = document.visibilityState === 'visible' ? 'active' : 'none'
  void client.invalidateQueries({ queryKey: newestPageKey(kind), refetchType })
}

/** Reads the feed again on arriving there, unless that was done a moment ago. */
export function refreshFeed(client: QueryClient, source: PostSource): void {
  const { queryKey } = feedOptions(source)
  const state = client.getQueryState(queryKey)
  if (!state?.data) return
  if (!state.isInvalidated && Date.now() - state.dataUpdatedAt < FRESH_FOR_MS) return
  readFromTop(client, source)
}

/** The first page stays in sight meanwhile. Never rejects: a failure is the feed's to show. */
export function readFromTop(client: QueryClient, source: PostSource): Promise<void> {
  const { queryKey } = feedOptions(source)
  const { dataUpdatedAt = 0 } = client.getQueryState(queryKey) ?? {}
  client.setQueryData(queryKey, firstPageOf, { updatedAt: dataUpdatedAt })
  return client.invalidateQueries({ queryKey })
}

/**
 * New addresses for the pictures on the page that holds this post, whose own have ended. Nothing
 * else of the feed changes. The first page holds others by now where newer ones were posted: then
 * the post is asked for alone. Rejects with an ApiError when the server gives none.
 */
export async function renewImages(client: QueryClient, source: PostSource, postId: string) {
  const { queryKey } = feedOptions(source)
  const page = feedPageHolding(client.getQueryData(queryKey), postId)
  if (!page) return
  // By way of the cache, so that pictures failing together ask once.
  const fresh = await client.fetchQuery({
    queryKey: ['feed-images', source, page.cursor],
    queryFn: ({ signal }) => readFeedPage(source, page.cursor, signal),
    gcTime: 0,
  })
  const isThere = fresh.posts.some(({ _id }) => _id === postId)
  const posts = isThere ? fresh.posts : [...fresh.posts, await readAlone(client, postId)]
  changeCached<FeedData>(client, [queryKey], (feed) => withImagesOf(posts, feed))
}

function readAlone(client: QueryClient, postId: string): Promise<Post> {
  return client.fetchQuery({
    queryKey: ['post-images', postId],
    queryFn: ({ signal }) => readPost(postId, signal),
    gcTime: 0,
  })
}

/** Once made, it stands on top of feeds and own posts. Null: it waits in the outbox. */
export function useCreatePost() {
  const client = useQueryClient()
  const { user, changeUser } = useSession()
  return useMutation({
    mutationKey: CREATION,
    mutationFn: (pending: PendingPost) => sendPost(pending, user?._id ?? ''),
    onSuccess: (post) => {
      if (!post) return
      if (user) changeUser({ _id: user._id, postCount: user.postCount + 1 })
      for (const source of ['friends', 'public', { memberId: post.user._id }] as const)
        changeCached<FeedData>(client, [feedOptions(source).queryKey], (feed) =>
          withPostOnTop(post, feed),
        )
      if (post.image) invalidateImages(client, post)
      return client.invalidateQueries({ queryKey: queryKeys.feeds, refetchType: 'none' })
    },
  })
}

export function usePendingPost(): PendingPost | undefined {
  return usePendingMutations<PendingPost>(CREATION)[0]
}

export function useDeletePost() {
  const client = useQueryClient()
  const toast = useToast()
  return useMutation({
    mutationKey: DELETION,
    mutationFn: (post: Post) => deletePost(post._id),
    onSuccess: (_, post) => {
      removeCachedPost(client, post._id)
      client.removeQueries({ queryKey: postOptions(post._id).queryKey })
      if (post.image) invalidateImages(client, post)
    },
    onError: () => toast.alert(MESSAGES.deleteFailed),
  })
}

export function usePendingDeletions(): Post[] {
  return usePendingMutations<Post>(DELETION)
}

/** They stand on their author's card. */
function invalidateImages(client: QueryClient, { user }: Post): void {
  void client.invalidateQueries({ queryKey: [...queryKeys.members, user._id] })
}

function newestPageKey(kind: FeedKind) {
  return [...queryKeys.newestPage, kind] as const
}

function pathOf(source: PostSource): string {
  if (typeof source === 'string') return `/posts/${source}`
  if ('memberId' in source) return `/users/${source.memberId}/posts`
  if ('viewAs' in source) return `/users/me/as/${source.viewAs}/posts`
  return `/posts/themes/${source.themeDate}`
}

async function readFeedPage(source: PostSource, cursor: string | null, signal: AbortSignal) {
  const path = pathOf(source)
  const query = cursor === null ? '' : `?cursor=${encodeURIComponent(cursor)}`
  const answer = await retryWithin(FEED_TIMEOUT_MS, signal, (timeoutMs) =>
    api.get(path + query, { timeoutMs, signal }),
  )
  return feedAnswer.parse(answer)
}

/** Rejects as soon as its writer leaves. */
async function sendPost(
  { post, stop, ...options }: PendingPost,
  owner: string,
): Promise<Post | null> {
  const { images, ...fields } = post
  const session = sessionSignal()
  const signal = AbortSignal.any([stop.signal, session])
  try {
    const answer = await api.upload('/posts', formOf(fields, images), { ...options, signal })
    session.throwIfAborted()
    return createdPost.parse(answer).post
  } catch (error) {
    const item = { id: options.idempotencyKey, owner, queryKey: queryKeys.feeds, path: '/posts' }
    if (!isOffline(error) || !(await outbox.store({ ...item, fields, images }))) throw error
    session.throwIfAborted()
    return null
  }
}

async function deletePost(postId: string): Promise<void> {
  await api.delete(`/posts/${postId}`).catch(rethrowUnlessGone)
}

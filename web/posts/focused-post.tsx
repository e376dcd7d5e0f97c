import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MESSAGES as COMMENT_MESSAGES } from '../../contract/comments.ts'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { isNotFound } from '../platform/api-error.ts'
import { ownScrolling } from '../platform/media-query.ts'
import { leadsNowhere } from '../platform/not-there.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState, type Retryable } from '../ui/error-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { holds } from './comments/comment-pages.ts'
import { commentsOptions, oneCommentOptions } from './comments/comments-api.ts'
import { FocusedComment } from './comments/focused-comment.ts'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { PostSkeleton } from './feed-skeleton.tsx'
import { postOptions, renewPostImage } from './post-api.ts'
import { CARD_CLASSES, PostCard } from './post-card.tsx'

/** A comment further back than this is left to whoever wants to go there. */
const PAGES_SEARCHED_MAX = 5
const HIGHLIGHTED_MS = 3_000

interface FocusedPostProps {
  postId: string
  commentId: string | null
  viewerId: string
  onAuthorClick: (userId: string) => void
  onClose: () => void
}

/** The post a notification speaks of, above the feed, with the very comment in view. */
export function FocusedPost({ postId, commentId, ...props }: FocusedPostProps) {
  const post = useQuery(postOptions(postId))
  if (leadsNowhere(post.error)) {
    return (
      <Frame onClose={props.onClose}>
        <div className={CARD_CLASSES}>
          <EmptyState text={MESSAGES.postMissing} />
        </div>
      </Frame>
    )
  }
  return (
    <Frame onClose={props.onClose}>
      {post.isPending && <PostSkeleton />}
      {post.isLoadingError && <ErrorState text={MESSAGES.loadFailed} query={post} />}
      {post.data && <PostWithComment post={post.data} commentId={commentId} {...props} />}
    </Frame>
  )
}

function Frame({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  return (
    <section aria-label="From your notifications" className="flex flex-col gap-1">
      <div className="flex items-center justify-between gap-3">
        <h2 className="font-semibold font-serif text-lg">From your notifications</h2>
        <IconButton label="Close" icon={<X />} onClick={onClose} />
      </div>
      {children}
    </section>
  )
}

type PostWithCommentProps = Omit<FocusedPostProps, 'postId'> & { post: Post }

function PostWithComment(props: PostWithCommentProps) {
  const { post, commentId, viewerId, onAuthorClick, onClose } = props
  const client = useQueryClient()
  const [postToDelete, setPostToDelete] = useState<Post>()
  const { asked, ...focus } = useCommentInView(post._id, commentId)
  return (
    <>
      {asked.isLoadingError && <CommentNotRead query={asked} />}
      <FocusedComment value={focus}>
        <PostCard
          post={post}
          onDelete={post.user._id === viewerId ? () => setPostToDelete(post) : undefined}
          onAuthorClick={onAuthorClick}
          renewImage={() => renewPostImage(client, post._id)}
        />
      </FocusedComment>
      <DeletePostDialog
        post={postToDelete}
        onConfirmed={onClose}
        onClose={() => setPostToDelete(undefined)}
      />
    </>
  )
}

/** Gone since it was told of, or not to be had for now. */
function CommentNotRead({ query }: { query: Retryable & { error: unknown } }) {
  if (!isNotFound(query.error))
    return <ErrorState text={COMMENT_MESSAGES.loadFailed} query={query} />
  return (
    <p role="alert" className="px-4 py-3 text-ink-soft">
      {COMMENT_MESSAGES.missing}
    </p>
  )
}

/** Reads back until the comment is there, then leads the eye to it, once. */
function useCommentInView(postId: string, commentId: string | null) {
  const element = useRef<HTMLDivElement>(null)
  const { isFound, reply, asked } = useSearchedComment(postId, commentId)
  const [isHighlighted, setIsHighlighted] = useState(true)
  useEffect(() => {
    if (!isFound) return
    element.current?.scrollIntoView({ block: 'center', behavior: ownScrolling() })
    element.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setIsHighlighted(false), HIGHLIGHTED_MS)
    return () => clearTimeout(timer)
  }, [isFound])
  return { commentId, reply, isHighlighted: isFound && isHighlighted, element, asked }
}

/**
 * Asks for the comment itself first, which says below which it stands, then reads back to there.
 */
function useSearchedComment(postId: string, commentId: string | null) {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...commentsOptions(postId),
    // What was read ahead a moment ago may be older than the comment.
    refetchOnMount: 'always',
  })
  const asked = useInfiniteQuery({
    ...oneCommentOptions(postId, commentId ?? ''),
    enabled: commentId !== null,
  })
  const comment = asked.data?.pages[0]?.[0]
  const threadId = comment?.parentId ?? comment?._id
  const isFound = threadId !== undefined && data !== undefined && holds(data, threadId)
  const pages = data?.pages ?? []
  const isAhead = threadId !== undefined && !isFound && hasNextPage && !isError
  const isSearching = isAhead && !isFetching && pages.length < PAGES_SEARCHED_MAX
  // By the number of pages, as each may come so soon that the search never seems to rest.
  const pagesSearched = isSearching ? pages.length : 0
  useEffect(() => {
    if (pagesSearched > 0) void fetchNextPage()
  }, [pagesSearched, fetchNextPage])
  return { isFound, reply: comment?.parentId ? comment : undefined, asked }
}

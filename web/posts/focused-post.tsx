import { useInfiniteQuery, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { MESSAGES, type Post } from '../../contract/posts.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { type CommentPages, holds } from './comment-pages.ts'
import { commentsOptions } from './comments-api.ts'
import { DeletePostDialog } from './delete-post-dialog.tsx'
import { PostSkeleton } from './feed-skeleton.tsx'
import { FocusedComment } from './focused-comment.ts'
import { leadsToNoPost, postOptions, renewPostImage } from './post-api.ts'
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
  if (leadsToNoPost(post.error)) {
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
      {post.isLoadingError && (
        <ErrorState
          text={MESSAGES.loadFailed}
          onRetry={() => post.refetch()}
          isRetrying={post.isFetching}
        />
      )}
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
  const focus = useCommentInView(post._id, commentId)
  return (
    <>
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

/** Reads back until the comment is there, then leads the eye to it, once. */
function useCommentInView(postId: string, commentId: string | null) {
  const element = useRef<HTMLDivElement>(null)
  const isFound = useSearchedComment(postId, commentId)
  const [isHighlighted, setIsHighlighted] = useState(true)
  useEffect(() => {
    if (!isFound) return
    const prefersReducedMotion = matchMedia('(prefers-reduced-motion: reduce)').matches
    element.current?.scrollIntoView({
      block: 'center',
      behavior: prefersReducedMotion ? 'instant' : 'smooth',
    })
    element.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setIsHighlighted(false), HIGHLIGHTED_MS)
    return () => clearTimeout(timer)
  }, [isFound])
  return { commentId, isFound, isHighlighted: isFound && isHighlighted, element }
}

function useSearchedComment(postId: string, commentId: string | null): boolean {
  const { data, hasNextPage, isFetching, isError, fetchNextPage } = useInfiniteQuery({
    ...commentsOptions(postId),
    // What was read ahead a moment ago may be older than the comment.
    refetchOnMount: 'always',
  })
  const pages = data?.pages ?? []
  const client = useQueryClient()
  const { queryKey } = commentsOptions(postId)
  // Replies come by queries of their own.
  useIsFetching({ queryKey })
  const isFound =
    commentId !== null &&
    client
      .getQueriesData<CommentPages>({ queryKey })
      .some(([, known]) => known !== undefined && holds(known, commentId))
  const isAhead = commentId !== null && !isFound && hasNextPage && !isError
  const isSearching = isAhead && !isFetching && pages.length < PAGES_SEARCHED_MAX
  // By the number of pages, as each may come so soon that the search never seems to rest.
  const pagesSearched = isSearching ? pages.length : 0
  useEffect(() => {
    if (pagesSearched > 0) void fetchNextPage()
  }, [pagesSearched, fetchNextPage])
  return isFound
}

import { useInfiniteQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { COMMENTS_PAGE_SIZE, type Comment, MESSAGES } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { useIsOutdated } from '../../app/outdated-queries.ts'
import { isNotFound } from '../../platform/api-error.ts'
import { useOutboxItems } from '../../platform/offline/use-outbox.ts'
import { Button } from '../../ui/button.tsx'
import { Spinner } from '../../ui/spinner.tsx'
import { PendingComment, QueuedComment } from './comment-item.tsx'
import { answerableIn, countOf, inOrder } from './comment-pages.ts'
import { CommentThread } from './comment-thread.tsx'
import { commentsOptions, usePendingComment } from './comments-api.ts'

interface CommentListProps {
  post: Post
  onAuthorClick: ((userId: string) => void) | undefined
}

/** Oldest first, from the newest page back; then the one that is on its way. */
export function CommentList({ post, onAuthorClick }: CommentListProps) {
  const list = useRef<HTMLOListElement>(null)
  const read = useInfiniteQuery(commentsOptions(post._id))
  const isOutdated = useIsOutdated(commentsOptions(post._id).queryKey)
  const underway = usePendingComment(post._id)
  const comments = read.data ? inOrder(read.data) : []
  const waiting = useWaitingComments(post._id, comments)

  /** The button may be gone after this, and focus with it. */
  async function showEarlier() {
    const { hasNextPage } = await read.fetchNextPage()
    if (!hasNextPage) list.current?.focus()
  }

  if (isNotFound(read.error)) return <p role="alert">{read.error.message}</p>
  return (
    <>
      {read.isPending && (
        // As high as so many comments of a line, so that the field below hardly moves.
        <div
          data-pending
          className="flex justify-center"
          style={{ minHeight: `${5.625 * Math.min(post.commentCount, COMMENTS_PAGE_SIZE) - 1}rem` }}
        >
          <Spinner label="Loading comments" className="text-ember" />
        </div>
      )}
      {(read.isLoadingError || (read.data && isOutdated)) && (
        <Failure onRetry={() => read.refetch()} isRetrying={read.isFetching} />
      )}
      {read.hasNextPage && countOf(comments) !== post.commentCount && (
        <EarlierComments
          isFailed={read.isFetchNextPageError}
          isLoading={read.isFetchingNextPage}
          onClick={showEarlier}
        />
      )}
      {(comments.length > 0 || waiting.length > 0 || underway) && (
        <ol
          ref={list}
          tabIndex={-1}
          aria-label="Comments, oldest first"
          className="flex flex-col gap-4 outline-none"
        >
          {comments.map((comment) => (
            <CommentThread
              key={comment._id}
              comment={comment}
              post={post}
              onAuthorClick={onAuthorClick}
            />
          ))}
          {waiting.map((item) => (
            <QueuedComment key={item.id} item={item} />
          ))}
          {underway && <PendingComment text={underway.text} />}
        </ol>
      )}
    </>
  )
}

/**
 * Written without a network; also a reply to what is not shown here, as it would be nowhere else.
 */
function useWaitingComments(postId: string, comments: Comment[]) {
  const answerable = new Set(comments.flatMap(answerableIn))
  const items = useOutboxItems(commentsOptions(postId).queryKey)
  return items.filter(({ fields: { parentId } }) => !parentId || !answerable.has(parentId))
}

function Failure({ onRetry, isRetrying }: { onRetry: () => void; isRetrying: boolean }) {
  return (
    <div role="alert" className="flex flex-wrap items-center justify-between gap-2">
      {MESSAGES.loadFailed}
      <Button size="small" onClick={onRetry} busy={isRetrying}>
        Try again
      </Button>
    </div>
  )
}

interface EarlierCommentsProps {
  isFailed: boolean
  isLoading: boolean
  onClick: () => void
}

function EarlierComments({ isFailed, isLoading, onClick }: EarlierCommentsProps) {
  if (isFailed && !isLoading) return <Failure onRetry={onClick} isRetrying={isLoading} />
  return (
    <Button size="small" className="self-start" busy={isLoading} onClick={onClick}>
      Show earlier comments
    </Button>
  )
}

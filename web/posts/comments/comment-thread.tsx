import { useInfiniteQuery } from '@tanstack/react-query'
import { type RefObject, use, useRef, useState } from 'react'
import { type Comment, MESSAGES, REPLIES_SHOWN, type Reply } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { useQuietNumbers } from '../../app/session.tsx'
import { useOutboxItems } from '../../platform/offline/use-outbox.ts'
import { Button } from '../../ui/button.tsx'
import { CommentForm } from './comment-form.tsx'
import { CommentItem, PendingComment, QueuedComment } from './comment-item.tsx'
import { answerableIn } from './comment-pages.ts'
import { commentsOptions, repliesOptions, usePendingComment } from './comments-api.ts'
import { FocusedComment } from './focused-comment.ts'
import { useReplyTarget } from './reply-target.ts'

interface CommentThreadProps {
  comment: Comment
  post: Post
  onAuthorClick: ((userId: string) => void) | undefined
}

export function CommentThread({ comment, post, onAuthorClick }: CommentThreadProps) {
  const { replies, hiddenCount, ...more } = useReplies(post._id, comment)
  const isQuiet = useQuietNumbers()
  const underway = usePendingComment(post._id, comment._id)
  const waiting = useWaitingReplies(post._id, comment)
  const { target, replyTo, giveUp, ...asked } = useReplyTarget(comment)
  const hasReplies = replies.length > 0 || waiting.length > 0 || underway !== undefined
  const list = useRef<HTMLOListElement>(null)

  async function showMore() {
    const { isError } = await more.show()
    // The button may be gone by now, and focus with it.
    if (!isError) list.current?.focus()
  }

  return (
    <CommentItem {...{ comment, post, onAuthorClick }} onReply={() => replyTo(comment)}>
      {(hasReplies || target) && (
        <div className="flex flex-col gap-3 border-line border-s-2 ps-3 sm:ms-4">
          {hasReplies && (
            <ol
              ref={list}
              tabIndex={-1}
              aria-label={`Replies to ${comment.user?.username ?? 'a deleted comment'}`}
              className="flex flex-col gap-3 outline-none"
            >
              {replies.map((reply) => (
                <CommentItem
                  key={reply._id}
                  {...{ post, onAuthorClick }}
                  comment={reply}
                  onReply={() => replyTo(reply)}
                />
              ))}
              {waiting.map((item) => (
                <QueuedComment key={item.id} item={item} />
              ))}
              {underway && <PendingComment text={underway.text} />}
            </ol>
          )}
          {more.isFailed && <p role="alert">{MESSAGES.loadFailed}</p>}
          {hiddenCount > 0 && (
            <Button size="small" className="self-start" busy={more.isLoading} onClick={showMore}>
              {isQuiet
                ? 'Show more replies'
                : `Show ${hiddenCount} more ${hiddenCount === 1 ? 'reply' : 'replies'}`}
            </Button>
          )}
          {target && <ReplyForm {...{ post, target, ...asked }} thread={comment} onDone={giveUp} />}
        </div>
      )}
    </CommentItem>
  )
}

interface ReplyFormProps {
  post: Post
  thread: Comment
  target: Reply
  isAsked: boolean
  form: RefObject<HTMLFormElement | null>
  onDone: () => void
}

function ReplyForm({ post, thread, target, onDone, ...asked }: ReplyFormProps) {
  const name = target.user?.username ?? ''
  const reply = { id: thread._id, targetId: target._id, onGivenUp: onDone, onSent: onDone }
  return <CommentForm post={post} reply={{ ...reply, ...asked, name }} />
}

/** Written without a network, as replies to the comment or to those that came with it. */
function useWaitingReplies(postId: string, comment: Comment) {
  const ids = new Set(answerableIn(comment))
  const items = useOutboxItems(commentsOptions(postId).queryKey)
  return items.filter(({ fields }) => ids.has(fields.parentId ?? ''))
}

/** With the comment, then asked for, then one's own new ones, then the one a link leads to. */
function useReplies(postId: string, comment: Comment) {
  const focus = use(FocusedComment)
  const [isAsked, setIsAsked] = useState(false)
  const read = useInfiniteQuery({ ...repliesOptions(postId, comment), enabled: isAsked })
  const linked = focus?.reply?.parentId === comment._id ? [focus.reply] : []
  const first = comment.replies.slice(0, REPLIES_SHOWN)
  const known = new Set(first.map(({ _id }) => _id))
  const replies: Reply[] = [...first]
  for (const reply of [...(read.data?.pages.flat() ?? []), ...comment.replies, ...linked]) {
    if (known.has(reply._id)) continue
    known.add(reply._id)
    replies.push(reply)
  }
  return {
    replies,
    hiddenCount: Math.max(0, comment.replyCount - replies.length),
    isLoading: read.isFetching,
    isFailed: read.isError && !read.isFetching,
    async show() {
      setIsAsked(true)
      return await (read.data ? read.fetchNextPage() : read.refetch())
    },
  }
}

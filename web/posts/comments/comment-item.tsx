import clsx from 'clsx'
import { type ReactNode, type RefObject, Suspense, use, useRef, useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { MESSAGES, type Reply } from '../../../contract/comments.ts'
import type { Mention } from '../../../contract/mentions.ts'
import type { Post } from '../../../contract/posts.ts'
import { MentionedText } from '../../app/mentions/mentioned-text.tsx'
import { useUser } from '../../app/session.tsx'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import type { OutboxItem } from '../../platform/offline/outbox-item.ts'
import { OutboxItemStatus } from '../../platform/offline/outbox-item-status.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { AuthorImage, AuthorName } from '../author-name.tsx'
import { EditedMark } from '../edited-mark.tsx'
import { CommentMenu } from './comment-menu.tsx'
import { FocusedComment } from './focused-comment.ts'

const CommentEditor = lazyChunk(() => import('./comment-editor.tsx'), 'CommentEditor')

interface CommentItemProps {
  comment: Reply
  post: Post
  onAuthorClick: ((userId: string) => void) | undefined
  onReply: () => void
  children?: ReactNode
}

export function CommentItem(props: CommentItemProps) {
  const { user } = props.comment
  if (user) return <WrittenComment {...props} user={user} />
  return (
    <li className="flex flex-col gap-3">
      <p className="ps-10.5 text-ink-soft italic">{MESSAGES.wasDeleted}</p>
      {props.children}
    </li>
  )
}

function WrittenComment(props: CommentItemProps & { user: Author }) {
  const { comment, user, post, onAuthorClick, onReply, children } = props
  const focus = use(FocusedComment)
  const isFocused = focus?.commentId === comment._id
  const own = useRef<HTMLDivElement>(null)
  const [isEditing, setIsEditing] = useState(false)

  function stopEditing(isFocusHere: boolean) {
    setIsEditing(false)
    const row = isFocused ? focus.element : own
    if (isFocusHere) row.current?.focus({ preventScroll: true })
  }

  return (
    <CommentRow
      user={user}
      text={comment.text}
      mentions={comment.mentions}
      replies={children}
      below={
        <button
          type="button"
          aria-label={`Reply to ${user.username}`}
          onClick={onReply}
          className="-mx-2 -my-1 min-h-11 px-2 font-semibold text-ink-soft text-sm hover:underline sm:min-h-8"
        >
          Reply
        </button>
      }
      onAuthorClick={onAuthorClick}
      element={isFocused ? focus.element : own}
      isHighlighted={isFocused && focus.isHighlighted}
      menu={
        !isEditing && (
          <CommentMenu
            comment={comment}
            user={user}
            post={post}
            onEdit={() => setIsEditing(true)}
          />
        )
      }
      editor={
        isEditing && <CommentEditor postId={post._id} comment={comment} onDone={stopEditing} />
      }
    >
      <RelativeTime dateTime={comment.createdAt} />
      <EditedMark
        place={{ postId: post._id, commentId: comment._id }}
        editedAt={comment.editedAt}
      />
    </CommentRow>
  )
}

/** One's own, while the server has not said yet that it has it. */
export function PendingComment({ text }: { text: string }) {
  return (
    <CommentRow user={useUser()} text={text} onAuthorClick={undefined} isFaint>
      Sending…
    </CommentRow>
  )
}

/** One's own, that was written without a network. */
export function QueuedComment({ item }: { item: OutboxItem }) {
  return (
    <CommentRow
      user={useUser()}
      text={item.fields.text ?? ''}
      onAuthorClick={undefined}
      isFaint
      below={<OutboxItemStatus item={item} fallback={MESSAGES.addFailed} />}
    />
  )
}

interface CommentRowProps {
  user: Author
  text: string
  mentions?: Mention[]
  onAuthorClick: ((userId: string) => void) | undefined
  isFaint?: boolean
  element?: RefObject<HTMLDivElement | null> | undefined
  isHighlighted?: boolean
  children?: ReactNode
  below?: ReactNode
  menu?: ReactNode
  editor?: ReactNode
  replies?: ReactNode
}

const NOBODY: Mention[] = []

function CommentRow(props: CommentRowProps) {
  const {
    user,
    text,
    mentions = NOBODY,
    onAuthorClick,
    isFaint,
    element,
    isHighlighted,
    children,
    below,
  } = props
  const words = (
    <p
      dir="auto"
      className={`whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext] ${isFaint ? 'text-ink-soft' : ''}`}
    >
      <MentionedText text={text} mentions={mentions} onMemberClick={onAuthorClick} />
    </p>
  )
  return (
    <li className="flex flex-col gap-3">
      <div
        ref={element}
        tabIndex={element && -1}
        className={clsx(
          '-m-1.5 flex items-start gap-2.5 rounded-control p-1.5 outline-none transition-colors duration-1000',
          isHighlighted && 'bg-ember-soft',
        )}
      >
        <AuthorImage user={user} onClick={onAuthorClick} size="small" />
        <div className="min-w-0 flex-1 leading-snug">
          <p className="flex flex-wrap items-baseline gap-x-2">
            <span className="min-w-0 font-semibold text-sm">
              <AuthorName user={user} onClick={onAuthorClick} />
            </span>
            <span className="inline-flex flex-wrap items-baseline gap-x-2 text-ink-soft text-sm">
              {children}
            </span>
          </p>
          {props.editor ? <Suspense fallback={words}>{props.editor}</Suspense> : words}
          {below}
        </div>
        {props.menu}
      </div>
      {props.replies}
    </li>
  )
}

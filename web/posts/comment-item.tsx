import type { ReactNode } from 'react'
import type { Comment } from '../../contract/comments.ts'
import { useUser } from '../app/session.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { AuthorName, AuthorPicture } from './author-name.tsx'

interface CommentItemProps {
  comment: Comment
  onAuthorClick: ((userId: string) => void) | undefined
}

export function CommentItem({ comment, onAuthorClick }: CommentItemProps) {
  return (
    <Said user={comment.user} text={comment.text} onAuthorClick={onAuthorClick}>
      <RelativeTime dateTime={comment.createdAt} />
    </Said>
  )
}

/** One's own, while the server has not said yet that it has it. */
export function CommentUnderway({ text }: { text: string }) {
  return (
    <Said user={useUser()} text={text} onAuthorClick={undefined} isFaint>
      Sending…
    </Said>
  )
}

interface SaidProps {
  user: Comment['user']
  text: string
  onAuthorClick: ((userId: string) => void) | undefined
  isFaint?: boolean
  /** When it was said. */
  children: ReactNode
}

function Said({ user, text, onAuthorClick, isFaint = false, children }: SaidProps) {
  return (
    <li className="flex items-start gap-2.5">
      <AuthorPicture user={user} onClick={onAuthorClick} size="small" />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="min-w-0 font-semibold text-sm">
            <AuthorName user={user} onClick={onAuthorClick} />
          </span>
          <span className="text-ink-soft text-sm">{children}</span>
        </p>
        <p
          dir="auto"
          className={`whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext] ${isFaint ? 'text-ink-soft' : ''}`}
        >
          {text}
        </p>
      </div>
    </li>
  )
}

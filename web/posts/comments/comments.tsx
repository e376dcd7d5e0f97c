import { useRef } from 'react'
import type { Post } from '../../../contract/posts.ts'
import { useCommentFormAnchor } from '../comment-form-anchor.ts'
import { CommentForm } from './comment-form.tsx'
import { CommentList } from './comment-list.tsx'

interface CommentsProps {
  id: string
  post: Post
  onAuthorClick: ((userId: string) => void) | undefined
}

export function Comments({ id, post, onAuthorClick }: CommentsProps) {
  const section = useRef<HTMLElement>(null)
  useCommentFormAnchor(section)
  return (
    <section
      ref={section}
      id={id}
      aria-label="Comments"
      // Until they are there nobody knows where the field will stand: it is not seen to move.
      className="mt-2 flex flex-col gap-4 border-line border-t has-data-pending:[&>form]:invisible pt-4"
    >
      <CommentList post={post} onAuthorClick={onAuthorClick} />
      <CommentForm post={post} />
    </section>
  )
}

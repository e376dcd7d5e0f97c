import { MessageCircle } from 'lucide-react'
import { use, useId, useRef, useState } from 'react'
import type { Post } from '../../contract/posts.ts'
import { ownScrolling } from '../platform/media-query.ts'
import { AddVibe } from './add-vibe.tsx'
import { Comments } from './comments/comments.tsx'
import { usePendingComment } from './comments/comments-api.ts'
import { FocusedComment } from './comments/focused-comment.ts'
import { FooterButton } from './footer-button.tsx'
import { ReactionButtons } from './reaction-buttons.tsx'
import { useVibes } from './reactions-api.ts'
import { Vibes } from './vibes.tsx'

/** Whose comments stood open, so that coming back finds the feed as it was left. */
const lastOpen = new Map<string, boolean>()

interface PostFooterProps {
  post: Post
  areCommentsOpen: boolean
  onAuthorClick: ((userId: string) => void) | undefined
}

/** What people do with a post: vibes, likes and dislikes, and comments that open in place. */
export function PostFooter({ post, areCommentsOpen, onAuthorClick }: PostFooterProps) {
  const { vibes, setVibe } = useVibes(post)
  const [isOpen, toggle] = useOpenComments(post._id, areCommentsOpen)
  const commentsId = useId()
  const isCommentPending = usePendingComment(post._id) !== undefined
  const row = useRef<HTMLDivElement>(null)

  function toggleComments() {
    toggle()
    // At the foot of a screen they would open unseen, and the press seem to have done nothing.
    if (!isOpen) requestAnimationFrame(() => leadTo(row.current))
  }

  return (
    <footer className="flex flex-col gap-2">
      <Vibes vibes={vibes} onChange={setVibe} />
      <div
        ref={row}
        className="-mx-2.5 -mb-2 flex scroll-mb-[calc(var(--bottom-bar-height)+12rem)] items-center gap-0.5"
      >
        <ReactionButtons post={post} />
        <FooterButton
          label="Comments"
          icon={<MessageCircle aria-hidden />}
          count={post.commentCount + (isCommentPending ? 1 : 0)}
          aria-expanded={isOpen}
          aria-controls={isOpen ? commentsId : undefined}
          onClick={toggleComments}
        />
        <AddVibe vibes={vibes} onChange={setVibe} />
      </div>
      {isOpen && <Comments id={commentsId} post={post} onAuthorClick={onAuthorClick} />}
    </footer>
  )
}

function leadTo(row: HTMLElement | null) {
  row?.scrollIntoView?.({ block: 'nearest', behavior: ownScrolling() })
}

function useOpenComments(postId: string, isOpenAtFirst: boolean) {
  const isCommentFocused = use(FocusedComment) !== null
  const [isOpen, setIsOpen] = useState(isCommentFocused || (lastOpen.get(postId) ?? isOpenAtFirst))
  function toggle() {
    lastOpen.set(postId, !isOpen)
    setIsOpen(!isOpen)
  }
  return [isOpen, toggle] as const
}

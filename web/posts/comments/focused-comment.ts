import { createContext, type RefObject, useState } from 'react'
import { useLocation, useNavigationType } from 'react-router'
import type { Comment } from '../../../contract/comments.ts'
import { type CommentLink, readCommentLink } from '../../app/comment-link-state.ts'

/**
 * Which comment below is to be seen, and what becomes its element; null where it is all the same.
 */
export interface CommentFocus {
  commentId: string | null
  /**
   * The comment itself where it replies to another: it may stand further back there than is shown.
   */
  reply: Comment | undefined
  isHighlighted: boolean
  element: RefObject<HTMLDivElement | null>
}

export const FocusedComment = createContext<CommentFocus | null>(null)

/** The comment that Home was asked for by a link; a reload or a way back forgets it. */
export function useFocusedComment() {
  const { state, key } = useLocation()
  const isReturning = useNavigationType() === 'POP'
  const [focused, setFocused] = useState<CommentLink & { arrival: string }>()
  const [seen, setSeen] = useState<string>()
  const asked = isReturning ? undefined : readCommentLink(state)
  if (asked && seen !== key) {
    setSeen(key)
    setFocused({ ...asked, arrival: key })
  }
  return [focused, () => setFocused(undefined)] as const
}

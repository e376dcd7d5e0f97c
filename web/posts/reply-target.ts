import { useRef, useState } from 'react'
import type { Comment, Reply } from '../../contract/comments.ts'
import { useDraft } from '../platform/drafts.ts'

/** To which comment of a thread one replies; a reply that was begun is there again. */
export function useReplyTarget(thread: Comment) {
  const [draft, setDraft] = useDraft(`reply-${thread._id}`)
  const [target, setTarget] = useState<Reply | undefined>(draft === '' ? undefined : thread)

  const opener = useRef<Element>(null)

  function replyTo(comment: Reply) {
    opener.current = document.activeElement
    setTarget(comment)
    // Below the same comment: the name says whom it is for.
    if (comment !== thread && draft === '') setDraft(`@${comment.user?.username ?? ''} `)
  }

  function giveUp() {
    // Focus goes back, unless it is elsewhere already.
    const isWriting = document.activeElement?.matches('textarea')
    setTarget(undefined)
    if (isWriting && opener.current instanceof HTMLElement) opener.current.focus()
  }

  return { target, replyTo, giveUp }
}

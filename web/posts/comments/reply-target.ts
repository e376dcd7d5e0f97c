import { useRef, useState } from 'react'
import type { Comment, Reply } from '../../../contract/comments.ts'
import { useDraft } from '../../platform/drafts.ts'

/** To which comment of a thread one replies; a begun reply waits until somebody goes to it. */
export function useReplyTarget(thread: Comment) {
  const [draft, setDraft] = useDraft(`reply-${thread._id}`)
  const [target, setTarget] = useState<Reply | undefined>(draft === '' ? undefined : thread)
  const [isAsked, setIsAsked] = useState(false)
  const opener = useRef<Element>(null)
  const form = useRef<HTMLFormElement>(null)
  // Below the same comment the name says whom it is for; alone it is nothing that was written.
  const begunFor = (comment?: Reply) =>
    comment && comment._id !== thread._id ? `@${comment.user?.username ?? ''} ` : ''
  const isUnwritten = draft === '' || draft === begunFor(target)

  function replyTo(comment: Reply) {
    opener.current = document.activeElement
    setTarget(comment)
    setIsAsked(true)
    if (isUnwritten) setDraft(begunFor(comment))
  }

  function giveUp() {
    // Focus goes back, unless it is elsewhere already.
    const isWriting = form.current?.contains(document.activeElement)
    setTarget(undefined)
    if (isUnwritten) setDraft('')
    if (isWriting && opener.current instanceof HTMLElement) opener.current.focus()
  }

  return { target, isAsked, form, replyTo, giveUp }
}

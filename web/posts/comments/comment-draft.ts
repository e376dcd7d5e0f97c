import { useEffect } from 'react'
import { createCommentBody } from '../../../contract/comments.ts'
import { useDraft } from '../../platform/drafts.ts'
import { useAddComment } from './comments-api.ts'

export interface DraftOfReply {
  id: string
  targetId: string
  /** The server, or this device until there is a network, has it. */
  onSent: () => void
}

/** Kept on the device until the server has it; the field is free for the next one meanwhile. */
export function useCommentDraft(postId: string, thread?: DraftOfReply) {
  const key = thread ? `reply-${thread.id}` : `comment-${postId}`
  const [text, setText, clearText] = useDraft(key)
  const [next, setNext, clearNext] = useDraft(`${key}-next`)
  const { add, isUnderway } = useAddComment(postId, thread?.id, () => {
    clearText()
    // Who is writing the next one goes on.
    if (next === '') thread?.onSent()
  })

  useEffect(() => {
    if (isUnderway || next === '') return
    setText(text === '' ? next : `${text}\n${next}`)
    clearNext()
  }, [isUnderway, text, next, setText, clearNext])

  function send() {
    const comment = createCommentBody.safeParse({ text })
    if (comment.success) add(comment.data.text, thread?.targetId)
  }

  return isUnderway
    ? { text: next, setText: setNext, problem: problemOf(next), send: () => {} }
    : { text, setText, problem: problemOf(text), send }
}

/** Nothing is said about a blank comment: it is not sent, that is all. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  return createCommentBody.safeParse({ text }).error?.issues[0]?.message
}

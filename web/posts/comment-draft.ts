import { useEffect } from 'react'
import { createCommentBody } from '../../contract/comments.ts'
import { useDraft } from '../platform/drafts.ts'
import { useAddComment } from './comments-api.ts'

/**
 * The comment being written, kept on the device until the server has it: a failure finds it in the
 * field again. While it is on its way the field is free for the next one.
 */
export function useCommentDraft(postId: string) {
  const [text, setText, clearText] = useDraft(`comment-${postId}`)
  const [next, setNext, clearNext] = useDraft(`comment-${postId}-next`)
  const { add, isUnderway } = useAddComment(postId, clearText)

  useEffect(() => {
    if (isUnderway || next === '') return
    setText(text === '' ? next : `${text}\n${next}`)
    clearNext()
  }, [isUnderway, text, next, setText, clearNext])

  function send() {
    const comment = createCommentBody.safeParse({ text })
    if (comment.success) add(comment.data.text)
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

import { useEffect, useRef } from 'react'
import { createCommentBody } from '../../../contract/comments.ts'
import { readDraft, useDraft } from '../../platform/drafts.ts'
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
  const { add, isUnderway, forget } = useAddComment(postId, thread?.id, (sent) => {
    const rest = withoutSent(readDraft(key), sent)
    if (rest === '') clearText()
    else setText(rest)
    // Who is writing the next one goes on.
    if (rest === '' && next === '') thread?.onSent()
  })

  // Also what a tab left that was closed while it sent.
  const isOwnNext = useRef(true)
  useEffect(() => {
    if (isUnderway) isOwnNext.current = true
    if (isUnderway || !isOwnNext.current) return
    // What is typed from now on is that of another tab, which sends.
    isOwnNext.current = false
    if (next === '') return
    setText(text === '' ? next : `${text}\n${next}`)
    clearNext()
  }, [isUnderway, text, next, setText, clearNext])

  function change(words: string) {
    // Who begins anew means another comment, also in the same words.
    if (words === '') forget()
    setText(words)
  }

  function send() {
    const comment = createCommentBody.safeParse({ text })
    if (comment.success) add(comment.data.text, thread?.targetId)
  }

  return isUnderway
    ? { text: next, setText: setNext, problem: problemOf(next), send: () => {} }
    : { text, setText: change, problem: problemOf(text), send }
}

/**
 * The drafts are those of all tabs: more may stand behind what was sent, or something else by now.
 */
function withoutSent(draft: string, sent: string): string {
  const typed = draft.trimStart()
  const rest = typed.slice(sent.length)
  return typed.startsWith(sent) && /^\s*?(\n|$)/.test(rest) ? rest.trimStart() : draft
}

/** Nothing is said about a blank comment: it is not sent, that is all. */
function problemOf(text: string): string | undefined {
  if (text.trim() === '') return undefined
  return createCommentBody.safeParse({ text }).error?.issues[0]?.message
}

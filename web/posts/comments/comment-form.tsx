import { SendHorizontal } from 'lucide-react'
import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { COMMENT_TEXT_MAX } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { MentionField } from '../../app/mentions/mention-field.tsx'
import { useUser } from '../../app/session.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { isComposing } from '../../ui/input-method.ts'
import { readersOf } from '../audiences.ts'
import { type DraftOfReply, useCommentDraft } from './comment-draft.ts'

interface CommentFormProps {
  post: Post
  /** Given: it is a reply, and given up by Esc. */
  reply?: AskedReply
}

interface AskedReply extends DraftOfReply {
  name: string
  isAsked: boolean
  form: RefObject<HTMLFormElement | null>
  onGivenUp: () => void
}

/** Enter sends, Shift and Enter break the line. */
export function CommentForm({ post, reply }: CommentFormProps) {
  const { _id: viewerId } = useUser()
  const { text, setText, problem, send } = useCommentDraft(post._id, reply)
  const field = useFocusedField(reply?.isAsked ? reply.targetId : undefined)

  function handleKey(event: KeyboardEvent) {
    // While an input method composes, Enter chooses a word.
    if (isComposing(event)) return
    if (event.key === 'Escape' && reply) {
      event.stopPropagation()
      reply.onGivenUp()
    }
    if (event.key !== 'Enter' || event.shiftKey) return
    event.preventDefault()
    send()
  }

  return (
    <form
      ref={reply?.form}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex items-start gap-1"
    >
      <MentionField
        ref={field}
        place={{ postId: post._id }}
        label={reply ? `Your reply to ${reply.name}` : 'Your comment'}
        isLabelHidden
        placeholder={reply ? 'Write a reply…' : 'Write a comment…'}
        rows={1}
        enterKeyHint="send"
        value={text}
        onText={setText}
        onKeyDown={handleKey}
        counterMax={COMMENT_TEXT_MAX}
        error={problem}
        description={readersOf(post, viewerId)}
        className="min-w-0 flex-1"
      />
      <IconButton
        type="submit"
        label={reply ? 'Send reply' : 'Send comment'}
        icon={<SendHorizontal />}
        className="sm:mt-1"
      />
    </form>
  )
}

/** Who presses Reply writes next, at the end of what is there. */
function useFocusedField(targetId: string | undefined) {
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    const { current } = field
    if (targetId === undefined || !current) return
    current.focus()
    current.setSelectionRange(current.value.length, current.value.length)
  }, [targetId])
  return field
}

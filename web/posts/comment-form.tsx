import { SendHorizontal } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { COMMENT_TEXT_MAX } from '../../contract/comments.ts'
import type { Post } from '../../contract/posts.ts'
import { useUser } from '../app/session.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { readersOf } from './audiences.ts'
import { useCommentDraft } from './comment-draft.ts'

/** Enter sends, Shift and Enter break the line. */
export function CommentForm({ post }: { post: Post }) {
  const { _id: viewerId } = useUser()
  const { text, setText, problem, send } = useCommentDraft(post._id)

  function sendOnEnter(event: KeyboardEvent) {
    // While an input method composes, Enter chooses a word.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
      className="flex items-start gap-1"
    >
      <TextArea
        label="Your comment"
        isLabelHidden
        placeholder="Write a comment…"
        rows={1}
        enterKeyHint="send"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={sendOnEnter}
        counterMax={COMMENT_TEXT_MAX}
        error={problem}
        description={readersOf(post, viewerId)}
        className="min-w-0 flex-1"
      />
      <IconButton
        type="submit"
        label="Send comment"
        icon={<SendHorizontal />}
        className="sm:mt-1"
      />
    </form>
  )
}

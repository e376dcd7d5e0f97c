import { useQueryClient } from '@tanstack/react-query'
import { COMMENT_TEXT_MAX, type Reply } from '../../../contract/comments.ts'
import { editCommentBody } from '../../../contract/edits.ts'
import { TextEditor } from '../../app/text-editor.tsx'
import { editComment, rereadComment } from '../edits-api.ts'

interface CommentEditorProps {
  postId: string
  comment: Reply
  onDone: (isFocusHere: boolean) => void
}

/** An own comment, to be said better: Enter saves, as it sends. */
export function CommentEditor({ postId, comment, onDone }: CommentEditorProps) {
  const client = useQueryClient()
  const place = { postId, commentId: comment._id }
  const { text: textSchema } = editCommentBody.shape
  return (
    <TextEditor
      label="Your comment"
      place={{ postId }}
      draftKey={`edit-comment-${comment._id}`}
      words={comment}
      counterMax={COMMENT_TEXT_MAX}
      problemOf={(text) => textSchema.safeParse(text).error?.issues[0]?.message}
      savesOnEnter
      save={(text, revision) => editComment(client, place, { text, revision })}
      reread={() => rereadComment(client, place)}
      onDone={onDone}
    />
  )
}

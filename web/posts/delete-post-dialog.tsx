import { MESSAGES, type Post } from '../../contract/posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeletePost } from './api.ts'

interface DeletePostDialogProps {
  /** The post in question; none, and the dialog is closed. */
  post: Post | undefined
  /** The deletion is under way. The dialog stays until the promise, if there is one, is kept. */
  onConfirmed: (post: Post) => void | Promise<void>
  onClose: () => void
  returnFocus?: (() => HTMLElement | null) | undefined
}

/** Asks, then lets the post go from sight at once; a refusal brings it back with a toast. */
export function DeletePostDialog(props: DeletePostDialogProps) {
  const { post, onConfirmed, onClose, returnFocus } = props
  const deletion = useDeletePost()
  return (
    <ConfirmDialog
      isOpen={post !== undefined}
      onClose={onClose}
      returnFocus={returnFocus}
      sentence={MESSAGES.deleteConfirm}
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        if (!post) return
        deletion.mutate(post)
        await onConfirmed(post)
      }}
      describeError={() => MESSAGES.deleteFailed}
    />
  )
}

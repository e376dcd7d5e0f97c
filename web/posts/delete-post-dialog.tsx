import { type Post, SAYS } from '../../contract/posts.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeletePost } from './api.ts'

interface DeletePostDialogProps {
  /** The post in question; none, and the dialog is closed. */
  post: Post | undefined
  onConfirmed: (post: Post) => void
  onClose: () => void
}

/** Asks, then lets the post go from sight at once; a refusal brings it back with a toast. */
export function DeletePostDialog({ post, onConfirmed, onClose }: DeletePostDialogProps) {
  const deletion = useDeletePost()
  return (
    <ConfirmDialog
      isOpen={post !== undefined}
      onClose={onClose}
      sentence={SAYS.deleteConfirm}
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        if (!post) return
        deletion.mutate(post)
        onConfirmed(post)
      }}
      describeError={() => SAYS.deleteFailed}
    />
  )
}

import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { MESSAGES, type Reply } from '../../../contract/comments.ts'
import type { Post } from '../../../contract/posts.ts'
import { useModerationMenu } from '../../app/moderation/moderation-menu.tsx'
import { useSafetyMenu } from '../../app/safety/safety-menu.tsx'
import { useUser } from '../../app/session.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useDeleteComment } from './comments-api.ts'

interface CommentMenuProps {
  comment: Reply
  user: Author
  post: Post
  onEdit: () => void
}

/**
 * What can be done about a comment: who wrote it or the post may delete it, who wrote it may edit
 * it.
 */
export function CommentMenu({ comment, user, post, onEdit }: CommentMenuProps) {
  const { _id: viewerId } = useUser()
  const [isDeleting, setIsDeleting] = useState(false)
  const remove = useDeleteComment(post._id)
  const safety = useSafetyMenu(user, { kind: 'comment', id: comment._id })
  const { _id: id } = comment
  const moderation = useModerationMenu(user._id, [{ kind: 'comment', id, name: user.username }])
  const deletion = {
    label: 'Delete',
    icon: <Trash2 />,
    isDanger: true,
    onSelect: () => setIsDeleting(true),
  }
  const isOwn = user._id === viewerId
  const edit = isOwn ? [{ label: 'Edit', icon: <Pencil />, onSelect: onEdit }] : []
  const canDelete = [user._id, post.user._id].includes(viewerId)
  return (
    <div className="-my-1.5 shrink-0">
      <Menu
        label={`Options for the comment of ${user.username}`}
        items={[...edit, ...(canDelete ? [deletion] : []), ...safety.items, ...moderation.items]}
      />
      {safety.dialog}
      {moderation.dialog}
      <ConfirmDialog
        isOpen={isDeleting}
        onClose={() => setIsDeleting(false)}
        sentence={MESSAGES.deleteConfirm}
        confirmLabel="Delete"
        isDanger
        onConfirm={() => remove(comment._id)}
        describeError={(error) => errorMessage(error, MESSAGES.deleteFailed)}
      />
    </div>
  )
}

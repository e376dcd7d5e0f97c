import type { Author } from '../../contract/author.ts'
import { MESSAGES } from '../../contract/suspension.ts'
import { useAdminAct } from './moderation-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

interface LiftDialogProps {
  member: Pick<Author, '_id' | 'username'>
  onClose: () => void
}

export function LiftDialog({ member: { _id: memberId, username }, onClose }: LiftDialogProps) {
  const { mutateAsync } = useAdminAct()
  return (
    <ReasonDialog
      sentence={`Lift the suspension of ${username}?`}
      details={`${username} can sign in again, and everybody sees their profile, posts and comments again. They find your words among their notifications.`}
      confirmLabel="Lift"
      failed={MESSAGES.liftFailed}
      label={`What ${username} will read`}
      onConfirm={(text) => mutateAsync({ kind: 'lift', memberId, text })}
      onClose={onClose}
    />
  )
}

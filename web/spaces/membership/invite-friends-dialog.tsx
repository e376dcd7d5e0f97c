import { MESSAGES } from '../../../contract/space-invitations.ts'
import type { Space } from '../../../contract/spaces.ts'
import { useToast } from '../../ui/toast.tsx'
import { inviteToSpace } from './invitations-api.ts'
import { PickFriendsDialog } from './pick-friends-dialog.tsx'

interface InviteFriendsDialogProps {
  space: Space
  onClose: () => void
}

/** Friends who are not in the space yet: they are told, and come or not. */
export function InviteFriendsDialog({ space, onClose }: InviteFriendsDialogProps) {
  const toast = useToast()
  return (
    <PickFriendsDialog
      title={`Invite to ${space.name}`}
      submitLabel="Invite"
      without={space.members.map(({ _id }) => _id)}
      onClose={onClose}
      onPick={async (userIds) => {
        await inviteToSpace(space._id, userIds)
        return () => toast.success(MESSAGES.sent)
      }}
    />
  )
}

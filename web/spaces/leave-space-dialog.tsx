import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { errorMessage } from '../platform/api-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useExitSpace } from './space-exit.ts'

interface LeaveSpaceDialogProps {
  space: Space
  isOpen: boolean
  onConfirmed: (() => Promise<void>) | undefined
  onClose: () => void
}

/** Asks, and says which way leads back; a refusal brings the space back with a toast. */
export function LeaveSpaceDialog({ space, isOpen, onConfirmed, onClose }: LeaveSpaceDialogProps) {
  const exit = useExitSpace()

  async function leave() {
    await onConfirmed?.()
    exit.mutate({ spaceId: space._id, way: 'leave' })
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      sentence={`Leave ${space.name}?`}
      details={`What you said stays for the others. ${
        space.isPrivate
          ? 'To come back, you ask its admin again.'
          : 'You can join again where there is room.'
      }`}
      confirmLabel="Leave"
      isDanger
      // Not awaited: the place is left once this dialog is closed.
      onConfirm={async () => void leave()}
      describeError={(error) => errorMessage(error, MESSAGES.leaveFailed)}
    />
  )
}

import { useState } from 'react'
import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { ReasonField, requireReasonFits } from '../app/reason-field.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useExitSpace } from './space-exit.ts'

interface DeleteSpaceDialogProps {
  space: Space
  isOpen: boolean
  onConfirmed: (() => Promise<void>) | undefined
  onClose: () => void
}

/** Asks, then lets the space go from sight at once; a refusal brings it back with a toast. */
export function DeleteSpaceDialog(props: DeleteSpaceDialogProps) {
  const { space, isOpen, onConfirmed, onClose } = props
  const exit = useExitSpace()
  const [reason, setReason] = useState('')

  async function remove() {
    await onConfirmed?.()
    exit.mutate({ spaceId: space._id, way: 'delete', reason: reason.trim() })
  }

  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      sentence={MESSAGES.deleteConfirm}
      details={<bdi className="wrap-anywhere">{space.name}</bdi>}
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        requireReasonFits(reason)
        // Not awaited: the place is left once this dialog is closed.
        void remove()
      }}
      describeError={(error) => errorMessage(error, MESSAGES.deleteFailed)}
    >
      {space.memberCount > 1 && (
        <ReasonField label="Why? Its members are told." reason={reason} onChange={setReason} />
      )}
    </ConfirmDialog>
  )
}

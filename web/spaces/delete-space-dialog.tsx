import { MESSAGES, type Space } from '../../contract/spaces.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useExitSpace } from './space-exit.ts'

interface DeleteSpaceDialogProps {
  space: Space
  isOpen: boolean
  /** Leaves the space where it is open. */
  onConfirmed: (() => Promise<void>) | undefined
  onClose: () => void
}

/** Asks, then lets the space go from sight at once; a refusal brings it back with a toast. */
export function DeleteSpaceDialog(props: DeleteSpaceDialogProps) {
  const { space, isOpen, onConfirmed, onClose } = props
  const exit = useExitSpace()

  async function remove() {
    await onConfirmed?.()
    exit.mutate({ spaceId: space._id, way: 'delete' })
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
        // Not awaited: the place is left once this dialog is closed.
        void remove()
      }}
      describeError={() => MESSAGES.deleteFailed}
    />
  )
}

import { SAYS, type Space } from '../../contract/spaces.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDepartFromSpace } from './api.ts'

interface DeleteSpaceDialogProps {
  space: Space
  isOpen: boolean
  onConfirmed: (() => void) | undefined
  onClose: () => void
}

/** Asks, then lets the space go from sight at once; a refusal brings it back with a toast. */
export function DeleteSpaceDialog(props: DeleteSpaceDialogProps) {
  const { space, isOpen, onConfirmed, onClose } = props
  const departure = useDepartFromSpace()
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      sentence={SAYS.deleteConfirm}
      details={<bdi className="wrap-anywhere">{space.name}</bdi>}
      confirmLabel="Delete"
      isDanger
      onConfirm={async () => {
        onConfirmed?.()
        departure.mutate({ spaceId: space._id, way: 'delete' })
      }}
      describeError={() => SAYS.deleteFailed}
    />
  )
}

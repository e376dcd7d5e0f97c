import { useQueryClient } from '@tanstack/react-query'
import { MESSAGES } from '../../../contract/blocks.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { block, type SafetyPerson } from './api.ts'

interface BlockDialogProps {
  person: SafetyPerson
  onClose: () => void
}

export function BlockDialog({ person, onClose }: BlockDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={MESSAGES.blockQuestion(person.username)}
      details={MESSAGES.blockDetails(person.username)}
      confirmLabel="Block"
      isDanger
      onConfirm={async () => {
        await block(client, person._id)
        toast.success(MESSAGES.blocked(person.username))
      }}
      describeError={(error) => errorMessage(error, MESSAGES.blockFailed)}
    />
  )
}

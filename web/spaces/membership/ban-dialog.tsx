import { useState } from 'react'
import type { Author } from '../../../contract/author.ts'
import { MESSAGES } from '../../../contract/space-bans.ts'
import { ReasonField, requireReason } from '../../app/reason-field.tsx'
import { errorMessage } from '../../platform/api-error.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useToast } from '../../ui/toast.tsx'
import { useBan } from './bans-api.ts'

interface BanDialogProps {
  spaceId: string
  member: Author
  onClose: () => void
}

/** Says what a ban does, and asks why. */
export function BanDialog({ spaceId, member, onClose }: BanDialogProps) {
  const ban = useBan(spaceId)
  const toast = useToast()
  const [reason, setReason] = useState('')
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={MESSAGES.banConfirm(member.username)}
      details={MESSAGES.banDetails(member.username)}
      confirmLabel="Ban"
      isDanger
      onConfirm={async () => {
        requireReason(reason)
        await ban.mutateAsync({ member, reason: reason.trim() })
        toast.success(MESSAGES.bannedNow)
      }}
      describeError={(error) => errorMessage(error, MESSAGES.banFailed)}
    >
      <ReasonField required label="Why? They are told." reason={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

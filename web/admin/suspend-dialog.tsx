import { useState } from 'react'
import type { AdministeredUser } from '../../contract/admin.ts'
import type { SuspensionDays } from '../../contract/reports.ts'
import { MESSAGES } from '../../contract/suspension.ts'
import { suspensionDetails } from './decision-dialog.tsx'
import { useAdminAct } from './moderation-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'
import { SuspensionTime } from './suspension-time.tsx'

interface SuspendDialogProps {
  user: AdministeredUser
  onClose: () => void
}

export function SuspendDialog({ user, onClose }: SuspendDialogProps) {
  const { mutateAsync } = useAdminAct()
  const [days, setDays] = useState<SuspensionDays>(7)
  const { _id: memberId, username } = user
  return (
    <ReasonDialog
      sentence={`Suspend ${username}?`}
      details={`${suspensionDetails(username)} Who is suspended can also be deleted.`}
      label={`What ${username} will read`}
      confirmLabel="Suspend"
      isDanger
      secondQuestion={
        user.isAdmin ? `${username} is an administrator. Do it all the same?` : undefined
      }
      onConfirm={(text) => mutateAsync({ kind: 'suspend', memberId, days, text })}
      onClose={onClose}
      failed={MESSAGES.suspendFailed}
    >
      <SuspensionTime days={days} onChange={setDays} />
    </ReasonDialog>
  )
}

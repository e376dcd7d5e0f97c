import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useSession } from './session.tsx'

/** Nobody loses words unasked: logging out wipes drafts and what waits to be sent. */
export function SignOutDialog() {
  const { isConfirmingSignOut, answerSignOut } = useSession()
  return (
    <ConfirmDialog
      isOpen={isConfirmingSignOut}
      sentence="Log out and lose what was not sent?"
      details="Something you wrote is a draft or still waits to be sent. It leaves this device when you log out."
      confirmLabel="Logout"
      isDanger
      isAboutLeaving
      onConfirm={async () => answerSignOut(true)}
      onClose={() => answerSignOut(false)}
      describeError={String}
    />
  )
}

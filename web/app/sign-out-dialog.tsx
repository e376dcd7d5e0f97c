import { Suspense } from 'react'
import { lazyChunk } from '../platform/lazy-chunk.ts'
import { useSession } from './session.tsx'

const ConfirmDialog = lazyChunk(() => import('../ui/confirm-dialog.tsx'), 'ConfirmDialog')

/** Nobody loses words unasked: logging out wipes drafts and what waits to be sent. */
export function SignOutDialog() {
  const { isConfirmingSignOut, answerSignOut } = useSession()
  if (!isConfirmingSignOut) return null
  return (
    <Suspense>
      <ConfirmDialog
        isOpen
        sentence="Log out and lose what was not sent?"
        details="Something you wrote is a draft or still waits to be sent. It leaves this device when you log out."
        confirmLabel="Logout"
        isDanger
        isAboutLeaving
        onConfirm={async () => answerSignOut(true)}
        onClose={() => answerSignOut(false)}
        describeError={String}
      />
    </Suspense>
  )
}

import { Suspense, useRef, useState } from 'react'
import type { ChosenHeir } from '../../../contract/account-deletion.ts'
import { MESSAGES } from '../../../contract/profile.ts'
import { paths } from '../../app/paths.ts'
import { useNavigateAndWait } from '../../app/router-view.tsx'
import { useSession } from '../../app/session.tsx'
import { endAccount } from '../../platform/account-end.ts'
import { ApiError } from '../../platform/api-error.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ARCHIVE_ID } from '../archive/api.ts'
import { asksToConfirm, useConfirmedAct } from '../security/use-confirmed-act.tsx'
import { deleteAccount } from './api.ts'
import { Section } from './section.tsx'

const DeletionDetails = lazyChunk(() => import('./deletion-details.tsx'), 'DeletionDetails')

export function DangerZone() {
  const [isAsking, setIsAsking] = useState(false)
  const [heirs, setHeirs] = useState<ChosenHeir[]>([])
  const { clearAccount } = useSession()
  const { run, field } = useConfirmedAct()
  const visit = useNavigateAndWait()
  const wantsArchive = useRef(false)
  function ask() {
    wantsArchive.current = false
    // The dialog begins anew with each opening.
    setHeirs([])
    setIsAsking(true)
  }
  async function goToArchive() {
    // While the dialog is open, so that the place takes the dialog's in the history.
    await visit(`${paths.data}#${ARCHIVE_ID}`, { replace: true })
    wantsArchive.current = true
    setIsAsking(false)
  }
  return (
    <Section title="Danger Zone">
      <p className="text-ink-soft">
        Deleting your account takes your posts, comments, friendships and messages with it.
      </p>
      <div>
        <Button variant="danger" onClick={ask}>
          Delete Account
        </Button>
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        sentence={MESSAGES.deleteConfirm}
        confirmLabel="Delete Account"
        isDanger
        onConfirm={() =>
          endAccount(() =>
            run(async () => {
              await deleteAccount(heirs)
              clearAccount()
            }),
          )
        }
        describeError={(error) => refusal(error) ?? MESSAGES.deleteFailed}
        returnFocus={() => (wantsArchive.current ? document.getElementById(ARCHIVE_ID) : null)}
      >
        <Suspense>
          <DeletionDetails onHeirs={setHeirs} onDownload={goToArchive} />
        </Suspense>
        {field}
      </ConfirmDialog>
    </Section>
  )
}

/** The password is to be typed, or was not right, or who was chosen left the space. */
function refusal(error: unknown): string | undefined {
  if (asksToConfirm(error)) return ''
  return error instanceof ApiError && [400, 403, 409].includes(error.status)
    ? error.message
    : undefined
}

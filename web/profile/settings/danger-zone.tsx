import { useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
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
import { deleteAccount, deletionOptions } from './api.ts'
import { type ChosenHeirs, heirsOf } from './heirs.ts'
import { Section } from './section.tsx'

const DeletionDetails = lazyChunk(() => import('./deletion-details.tsx'), 'DeletionDetails')

export function DangerZone() {
  const [isAsking, setIsAsking] = useState(false)
  const [opening, setOpening] = useState(0)
  function ask() {
    setOpening(opening + 1)
    setIsAsking(true)
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
      {/* Each time anew: neither who was chosen before nor a password that was typed is left. */}
      <DeletionDialog key={opening} isOpen={isAsking} onClose={() => setIsAsking(false)} />
    </Section>
  )
}

function DeletionDialog({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [chosen, setChosen] = useState<ChosenHeirs>({})
  const client = useQueryClient()
  const { clearAccount } = useSession()
  const { run, field } = useConfirmedAct()
  const visit = useNavigateAndWait()
  const wantsArchive = useRef(false)
  async function goToArchive() {
    // While the dialog is open, so that the place takes the dialog's in the history.
    await visit(`${paths.data}#${ARCHIVE_ID}`, { replace: true })
    wantsArchive.current = true
    onClose()
  }
  async function confirm() {
    // All that it names, so that nobody else gets a space where one of them left it meanwhile.
    const { spaces = [] } = client.getQueryData(deletionOptions.queryKey) ?? {}
    await deleteAccount(heirsOf(spaces, chosen)).catch((error: unknown) => {
      void client.invalidateQueries({ queryKey: deletionOptions.queryKey })
      throw error
    })
    clearAccount()
  }
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      sentence={MESSAGES.deleteConfirm}
      confirmLabel="Delete Account"
      isDanger
      onConfirm={() => endAccount(() => run(confirm))}
      describeError={(error) => refusal(error) ?? MESSAGES.deleteFailed}
      returnFocus={() => (wantsArchive.current ? document.getElementById(ARCHIVE_ID) : null)}
    >
      <Suspense>
        <DeletionDetails chosen={chosen} onChoose={setChosen} onDownload={goToArchive} />
      </Suspense>
      {field}
    </ConfirmDialog>
  )
}

/** The password is to be typed, or was not right, or who was chosen left the space. */
function refusal(error: unknown): string | undefined {
  if (asksToConfirm(error)) return ''
  return error instanceof ApiError && [400, 403, 409].includes(error.status)
    ? error.message || undefined
    : undefined
}

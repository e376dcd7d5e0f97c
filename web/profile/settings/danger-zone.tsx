import { Suspense, useState } from 'react'
import type { ChosenHeir } from '../../../contract/account-deletion.ts'
import { MESSAGES } from '../../../contract/profile.ts'
import { useSession } from '../../app/session.tsx'
import { ApiError } from '../../platform/api-client.ts'
import { lazyChunk } from '../../platform/lazy-chunk.ts'
import { endAccount } from '../../platform/token-refresh.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useConfirmedAct } from '../security/use-confirmed-act.tsx'
import { deleteAccount } from './api.ts'
import { Section } from './section.tsx'

const DeletionDetails = lazyChunk(() => import('./deletion-details.tsx'), 'DeletionDetails')

/** Where an account ends. */
export function DangerZone() {
  const [isAsking, setIsAsking] = useState(false)
  const [heirs, setHeirs] = useState<ChosenHeir[]>([])
  const { forgetAccount } = useSession()
  const { run, field } = useConfirmedAct()
  return (
    <Section title="Danger Zone">
      <p className="text-ink-soft">
        Deleting your account takes your posts, comments, friendships and messages with it.
      </p>
      <div>
        <Button variant="danger" onClick={() => setIsAsking(true)}>
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
              forgetAccount()
            }),
          )
        }
        describeError={(error) => refusal(error) ?? MESSAGES.deleteFailed}
      >
        <Suspense>
          <DeletionDetails onHeirs={setHeirs} />
        </Suspense>
        {field}
      </ConfirmDialog>
    </Section>
  )
}

/** The password is to be typed, or was not right, or who was chosen left the space. */
function refusal(error: unknown): string | undefined {
  return error instanceof ApiError && [400, 403, 409].includes(error.status)
    ? error.message
    : undefined
}

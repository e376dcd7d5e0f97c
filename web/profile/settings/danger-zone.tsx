import { useState } from 'react'
import { MESSAGES } from '../../../contract/profile.ts'
import { useSession } from '../../app/session.tsx'
import { ApiError } from '../../platform/api-client.ts'
import { endAccount } from '../../platform/token-refresh.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { useConfirmedAct } from '../security/use-confirmed-act.tsx'
import { deleteAccount } from './api.ts'
import { Section } from './section.tsx'

/** Where an account ends. */
export function DangerZone() {
  const [isAsking, setIsAsking] = useState(false)
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
              await deleteAccount()
              forgetAccount()
            }),
          )
        }
        describeError={(error) => refusal(error) ?? MESSAGES.deleteFailed}
      >
        {field}
      </ConfirmDialog>
    </Section>
  )
}

/** The password is to be typed, or was not right. */
function refusal(error: unknown): string | undefined {
  return error instanceof ApiError && (error.status === 400 || error.status === 403)
    ? error.message
    : undefined
}

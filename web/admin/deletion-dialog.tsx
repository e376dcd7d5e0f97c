import { useState } from 'react'
import { type AdministeredUser, MESSAGES } from '../../contract/admin.ts'
import { ReasonField, requireReason } from '../app/reason-field.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ConfirmTwice } from '../ui/confirm-twice.tsx'
import { useLatest } from '../ui/latest.ts'
import { useDeletion } from './api.ts'

interface DeletionDialogProps {
  /** Who is to go; none, and nothing is asked. */
  user: AdministeredUser | undefined
  onClose: () => void
}

const WORDS = {
  proved: {
    details:
      'The account goes for good, with all that was posted, commented and said by it; its spaces pass on to whoever is there the longest. It cannot be undone. A mail tells them, with your reason.',
    why: 'Why? They are told, and it is kept in the log.',
  },
  unproved: {
    details:
      'The registration goes for good. It cannot be undone. They are told nothing: nobody knows yet whether the address is theirs.',
    why: 'Why? It is kept in the log.',
  },
}

/** Says whom it is about, asks, and why; for an administrator asks a second time. */
export function DeletionDialog({ user, onClose }: DeletionDialogProps) {
  const [reason, setReason] = useState('')
  const { mutateAsync } = useDeletion()
  const shown = useLatest(user)
  const words = wordsOf(shown)

  function close() {
    setReason('')
    onClose()
  }

  return (
    <ConfirmTwice
      isOpen={user !== undefined}
      onClose={close}
      sentence={MESSAGES.deleteUserConfirm}
      details={
        shown && (
          <>
            <bdi className="block wrap-anywhere font-medium">{`${shown.username} · ${shown.email}`}</bdi>
            {words.details}
          </>
        )
      }
      confirmLabel="Delete"
      isDanger
      describeError={failureSentence}
      secondQuestion={async () => {
        requireReason(reason)
        return user?.isAdmin ? MESSAGES.deleteAdministratorConfirm(user.username) : undefined
      }}
      secondLabel="Delete the administrator"
      onConfirm={async () => {
        if (user) await mutateAsync({ id: user._id, reason: reason.trim() })
      }}
    >
      <ReasonField required label={words.why} reason={reason} onChange={setReason} />
    </ConfirmTwice>
  )
}

/**
 * Who has proved their address, or waits to be let in with it, gets a mail; to any other goes none.
 */
function wordsOf(user: AdministeredUser | undefined) {
  return !user || user.isVerified || user.isWaiting ? WORDS.proved : WORDS.unproved
}

/** With the server's reason where it refused; what the reason itself lacks is no failure yet. */
function failureSentence(error: unknown): string {
  if (error instanceof ApiError && error.status === 400) return error.message
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused
    ? `${MESSAGES.deleteUserFailed} ${error.message}`.trim()
    : MESSAGES.deleteUserFailed
}

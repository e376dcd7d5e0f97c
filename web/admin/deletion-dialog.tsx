import { useRef, useState } from 'react'
import { type AdministeredUser, MESSAGES } from '../../contract/admin.ts'
import type { Post } from '../../contract/posts.ts'
import { ReasonField, requireReasonFits } from '../app/reason-field.tsx'
import { ApiError } from '../platform/api-client.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useDeletion } from './api.ts'

type Subject =
  | { kind: 'user'; id: string; user: AdministeredUser }
  | { kind: 'post'; id: string; post: Post }

interface DeletionDialogProps {
  /** Who or what is to go; none, and nothing is asked. */
  subject: Subject | undefined
  onClose: () => void
}

const WORDS = {
  user: {
    question: MESSAGES.deleteUserConfirm,
    why: 'Why? It is kept in the log.',
    failed: MESSAGES.deleteUserFailed,
  },
  post: {
    question: MESSAGES.deletePostConfirm,
    why: 'Why? The author is told, and it is kept in the log.',
    failed: MESSAGES.deletePostFailed,
  },
}

/** Says whom or what it is about, asks, and why; for an administrator asks a second time. */
export function DeletionDialog({ subject, onClose }: DeletionDialogProps) {
  const [reason, setReason] = useState('')
  const [isSecondQuestion, setIsSecondQuestion] = useState(false)
  const goesOn = useRef(false)
  const { mutateAsync } = useDeletion()
  const words = WORDS[subject?.kind ?? 'user']
  const administrator = subject?.kind === 'user' && subject.user.isAdmin ? subject.user : undefined
  const describeError = (error: unknown) => failureSentence(error, words.failed)

  function close() {
    setReason('')
    setIsSecondQuestion(false)
    onClose()
  }

  /** The first question also closes when it leads to the second; then nothing is over yet. */
  function closeFirst() {
    if (!goesOn.current) return close()
    goesOn.current = false
    setIsSecondQuestion(true)
  }

  async function remove() {
    if (subject) await mutateAsync({ kind: subject.kind, id: subject.id, reason: reason.trim() })
  }

  return (
    <>
      <ConfirmDialog
        isOpen={subject !== undefined && !isSecondQuestion}
        onClose={closeFirst}
        sentence={words.question}
        details={subject && <SubjectName subject={subject} />}
        confirmLabel="Delete"
        isDanger
        describeError={describeError}
        onConfirm={async () => {
          requireReasonFits(reason)
          if (administrator) goesOn.current = true
          else await remove()
        }}
      >
        <ReasonField label={words.why} reason={reason} onChange={setReason} />
      </ConfirmDialog>
      <ConfirmDialog
        isOpen={isSecondQuestion}
        onClose={close}
        sentence={administrator ? MESSAGES.deleteAdministratorConfirm(administrator.username) : ''}
        confirmLabel="Delete the administrator"
        isDanger
        describeError={describeError}
        onConfirm={remove}
      />
    </>
  )
}

/** With the server's reason where it refused. */
function failureSentence(error: unknown, failed: string): string {
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused ? `${failed} ${error.message}`.trim() : failed
}

function SubjectName({ subject }: { subject: Subject }) {
  return <bdi className="wrap-anywhere">{nameOf(subject)}</bdi>
}

function nameOf(subject: Subject): string {
  if (subject.kind === 'user') return `${subject.user.username} · ${subject.user.email}`
  const { user, text } = subject.post
  const firstLine = text.trim().split('\n', 1)[0]
  return `${user.username}: ${firstLine ? `“${firstLine}”` : 'a picture'}`
}

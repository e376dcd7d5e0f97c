import { useState } from 'react'
import { type AdministeredUser, MESSAGES } from '../../contract/admin.ts'
import type { Post } from '../../contract/posts.ts'
import { REMOVAL_KEPT_DAYS } from '../../contract/removal.ts'
import { isAdministrator } from '../app/moderation/api.ts'
import { ReasonField, requireReason } from '../app/reason-field.tsx'
import { useUser } from '../app/session.tsx'
import { ApiError } from '../platform/api-error.ts'
import { ConfirmTwice } from '../ui/confirm-twice.tsx'
import { useLatest } from '../ui/latest.ts'
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
    details:
      'The account goes for good, with all that was posted, commented and said by it; its spaces pass on to whoever is there the longest. It cannot be undone. A mail tells them, with your reason.',
    why: 'Why? They are told, and it is kept in the log.',
    failed: MESSAGES.deleteUserFailed,
  },
  unproved: {
    question: MESSAGES.deleteUserConfirm,
    details:
      'The registration goes for good. It cannot be undone. They are told nothing: nobody knows yet whether the address is theirs.',
    why: 'Why? It is kept in the log.',
    failed: MESSAGES.deleteUserFailed,
  },
  post: {
    question: MESSAGES.deletePostConfirm,
    details: `It is gone for everybody, with its comments. It can be given back for ${REMOVAL_KEPT_DAYS} days, from the log.`,
    why: 'Why? The author is told, and it is kept in the log.',
    failed: MESSAGES.deletePostFailed,
  },
}

/** Says whom or what it is about, asks, and why; for an administrator asks a second time. */
export function DeletionDialog({ subject, onClose }: DeletionDialogProps) {
  const [reason, setReason] = useState('')
  const { mutateAsync } = useDeletion()
  const { _id: viewerId } = useUser()
  const shown = useLatest(subject)
  const words = wordsOf(shown)

  function close() {
    setReason('')
    onClose()
  }

  return (
    <ConfirmTwice
      isOpen={subject !== undefined}
      onClose={close}
      sentence={words.question}
      details={shown && <SubjectDetails subject={shown} />}
      confirmLabel="Delete"
      isDanger
      describeError={(error) => failureSentence(error, words.failed)}
      secondQuestion={async () => {
        requireReason(reason)
        return subject && (await secondQuestionOf(subject, viewerId))
      }}
      {...(shown?.kind === 'user' && { secondLabel: 'Delete the administrator' })}
      onConfirm={async () => {
        if (subject)
          await mutateAsync({ kind: subject.kind, id: subject.id, reason: reason.trim() })
      }}
    >
      <ReasonField label={words.why} reason={reason} onChange={setReason} />
    </ConfirmTwice>
  )
}

/** Who has proved their address, or waits to be let in with it, gets a mail; to any other goes none. */
function wordsOf(subject: Subject | undefined) {
  if (subject?.kind !== 'user') return WORDS[subject?.kind ?? 'user']
  const { isVerified, isWaiting } = subject.user
  return isVerified || isWaiting ? WORDS.user : WORDS.unproved
}

async function secondQuestionOf(subject: Subject, viewerId: string): Promise<string | undefined> {
  if (subject.kind === 'user')
    return subject.user.isAdmin
      ? MESSAGES.deleteAdministratorConfirm(subject.user.username)
      : undefined
  const { _id: authorId } = subject.post.user
  const isAsked = authorId !== viewerId && (await isAdministrator(authorId))
  return isAsked ? MESSAGES.actOnAdministratorConfirm : undefined
}

/** With the server's reason where it refused; what the reason itself lacks is no failure yet. */
function failureSentence(error: unknown, failed: string): string {
  if (error instanceof ApiError && error.status === 400) return error.message
  const isRefused = error instanceof ApiError && error.status >= 400 && error.status < 500
  return isRefused ? `${failed} ${error.message}`.trim() : failed
}

/** Whom or what it is about, and what follows. */
function SubjectDetails({ subject }: { subject: Subject }) {
  return (
    <>
      <bdi className="block wrap-anywhere font-medium">{nameOf(subject)}</bdi>
      {wordsOf(subject).details}
    </>
  )
}

function nameOf(subject: Subject): string {
  if (subject.kind === 'user') return `${subject.user.username} · ${subject.user.email}`
  const { user, text } = subject.post
  const firstLine = text.trim().split('\n', 1)[0]
  return `${user.username}: ${firstLine ? `“${firstLine}”` : 'a picture'}`
}

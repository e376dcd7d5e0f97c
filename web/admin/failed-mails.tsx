import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { type FailedMail, type MailKind, MESSAGES } from '../../contract/failed-mails.ts'
import { ReasonField, requireReasonFits } from '../app/reason-field.tsx'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { formatClockTime, formatExactTime } from '../ui/relative-time-format.ts'
import { useToast } from '../ui/toast.tsx'
import { deleteMail, failedMailsOptions, refreshAdmin, retryMail } from './api.ts'

/**
 * What each kind of mail says. Another version may have queued one that this page does not know.
 */
const KINDS: Record<string, string> = {
  'verify-email': 'Verify your email',
  'verify-email-again': 'Verify your email, asked for again',
  'reset-password': 'Choose a new password',
  'password-changed': 'Your password was changed',
  'password-changed-here': 'Your password was changed',
  'let-in': 'You were let in',
  'not-let-in': 'You were not let in',
  suspended: 'Your account is suspended',
  'suspension-lifted': 'Your account is no longer suspended',
  'change-email': 'Use this address',
  'email-changed': 'Your address was changed',
  'second-factor-on': 'The second step is on',
  'second-factor-off': 'The second step is off',
  'second-factor-ending': 'The second step will end',
  'passkey-added': 'A passkey was added',
  'new-sign-in': 'A new sign-in',
  'archive-ready': 'Your archive is ready',
  'account-deleted': 'Your account is deleted',
  'account-removed': 'Your account was deleted',
} satisfies Record<MailKind, string>

/** Mails that could not be sent; nothing where there are none. */
export function FailedMails() {
  const list = useQuery(failedMailsOptions)
  const place = useRef<HTMLElement>(null)
  // Above the rows: what is typed stays where another administrator was faster.
  const [deleting, setDeleting] = useState<FailedMail>()
  if (list.isLoadingError) return <ErrorState text={MESSAGES.loadFailed} query={list} />
  return (
    <>
      {list.data && list.data.total > 0 && (
        <MailList {...list.data} place={place} onDelete={setDeleting} />
      )}
      {deleting && (
        <DeleteDialog mail={deleting} place={place} onClose={() => setDeleting(undefined)} />
      )}
    </>
  )
}

interface MailListProps {
  mails: FailedMail[]
  total: number
  place: RefObject<HTMLElement | null>
  onDelete: (mail: FailedMail) => void
}

function MailList({ mails, total, place, onDelete }: MailListProps) {
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-labelledby="failed-mails-heading"
      className="outline-none"
    >
      <h2 id="failed-mails-heading" className="font-semibold font-serif text-xl">
        Mails that could not be sent
      </h2>
      <p className="text-ink-soft text-sm">
        They are tried again by themselves for three days after they were written. What is given up
        then is kept here for 30 more.
      </p>
      <ul aria-labelledby="failed-mails-heading" className="flex flex-col divide-y divide-line">
        {mails.map((mail) => (
          <MailRow key={mail._id} mail={mail} onDelete={() => onDelete(mail)} />
        ))}
      </ul>
      {total > mails.length && (
        <p className="pt-3 text-ink-soft">
          {`And ${(total - mails.length).toLocaleString('en')} more, older ones.`}
        </p>
      )}
    </section>
  )
}

interface MailRowProps {
  mail: FailedMail
  onDelete: () => void
}

function MailRow({ mail, onDelete }: MailRowProps) {
  const client = useQueryClient()
  const toast = useToast()
  const retry = useMutation({
    mutationFn: () => retryMail(mail._id),
    onSuccess: (sentence) => toast.success(sentence),
    onError: (error) => toast.alert(errorMessage(error, MESSAGES.retryFailed)),
    onSettled: () => refreshAdmin(client),
  })
  const { failure, attempts, createdAt, nextAttemptAt } = mail
  const name = nameOf(mail)
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <div className="min-w-0 flex-1 basis-60 leading-snug">
        <p className="font-semibold">{KINDS[mail.kind] ?? mail.kind}</p>
        <p className="wrap-anywhere">{name}</p>
        <p className="text-ink-soft text-sm">
          {attempts === 1 ? 'Tried once' : `Tried ${attempts.toLocaleString('en')} times`}
          {' · '}
          <code>{failure}</code>
          {' · Written: '}
          <RelativeTime dateTime={createdAt} />
          {nextAttemptAt === null ? (
            ' · Given up'
          ) : (
            <>
              {' · Next try: '}
              <NextTry dateTime={nextAttemptAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <Button
          size="small"
          busy={retry.isPending}
          aria-label={`Try again: the mail to ${name}`}
          onClick={() => retry.mutate()}
        >
          Try again
        </Button>
        <Button size="small" aria-label={`Delete the mail to ${name}`} onClick={onDelete}>
          Delete
        </Button>
      </div>
    </li>
  )
}

/** At most an hour ahead, so that the time of the day says it. */
function NextTry({ dateTime }: { dateTime: string }) {
  const isDue = Date.parse(dateTime) <= Date.now()
  return (
    <time dateTime={dateTime} title={formatExactTime(dateTime)}>
      {isDue ? 'Now' : formatClockTime(dateTime)}
    </time>
  )
}

interface DeleteDialogProps {
  mail: FailedMail
  place: RefObject<HTMLElement | null>
  onClose: () => void
}

function DeleteDialog({ mail, place, onClose }: DeleteDialogProps) {
  const isDeleted = useRef(false)
  const client = useQueryClient()
  const toast = useToast()
  const [reason, setReason] = useState('')

  async function remove() {
    if (reason.trim() === '')
      throw new ApiError({ status: 400, body: { msg: MESSAGES.reasonMissing } })
    requireReasonFits(reason)
    try {
      toast.success(await deleteMail(mail._id, reason.trim()))
      isDeleted.current = true
    } finally {
      void refreshAdmin(client)
    }
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence="Delete this mail?"
      details={`It is never sent to ${nameOf(mail)}, who is told nothing.`}
      confirmLabel="Delete"
      isDanger
      onConfirm={remove}
      returnFocus={() => (isDeleted.current ? place.current : undefined)}
      describeError={(error) => errorMessage(error, MESSAGES.deleteFailed)}
    >
      <ReasonField label="Why? It is kept in the log." reason={reason} onChange={setReason} />
    </ConfirmDialog>
  )
}

function nameOf({ member, email }: FailedMail): string {
  if (!member) return email || 'somebody who is not here any more'
  return email ? `${member.username} · ${email}` : member.username
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ADMISSION_WORDS_MAX, MESSAGES, type WaitingPerson } from '../../contract/admission.ts'
import { MoreWaiting } from '../app/safety/more-waiting.tsx'
import { ApiError, errorMessage } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { Checkbox } from '../ui/checkbox.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { TextArea } from '../ui/text-area.tsx'
import { useToast } from '../ui/toast.tsx'
import { decline, letIn, refreshAdmin, waitingOptions } from './api.ts'

interface Asking {
  person: WaitingPerson
  isLetIn: boolean
}

/** Who verified their email and waits to be let in; nothing where nobody does. */
export function WaitingSection() {
  const waiting = useQuery(waitingOptions)
  // Above the rows: what is typed stays where another administrator was faster.
  const [asking, setAsking] = useState<Asking>()
  if (waiting.isLoadingError) return <ErrorState text={MESSAGES.loadFailed} query={waiting} />
  const { people, total } = waiting.data ?? { people: [], total: 0 }
  return (
    <>
      {people.length > 0 && (
        <section className="rounded-card bg-ember-soft p-4">
          <h2 className="font-semibold font-serif text-xl">Waiting to be let in</h2>
          <ul aria-label="Waiting to be let in" className="flex flex-col divide-y divide-line">
            {people.map((person) => (
              <WaitingRow
                key={person._id}
                person={person}
                onAsk={(isLetIn) => setAsking({ person, isLetIn })}
              />
            ))}
          </ul>
          <MoreWaiting shown={people.length} total={total} />
        </section>
      )}
      {asking && <AdmissionDialog {...asking} onClose={() => setAsking(undefined)} />}
    </>
  )
}

interface WaitingRowProps {
  person: WaitingPerson
  onAsk: (isLetIn: boolean) => void
}

function WaitingRow({ person, onAsk }: WaitingRowProps) {
  const { username, email, invitedBy, answers, since } = person
  return (
    <li className="flex flex-wrap items-start gap-3 py-3">
      <div className="min-w-0 flex-1 basis-60 leading-snug">
        <p className="font-semibold">{username}</p>
        <p className="wrap-anywhere text-ink-soft text-sm">
          {email} · {invitedBy && `invited by ${invitedBy} · `}
          <RelativeTime dateTime={since} />
        </p>
        <dl className="mt-2 flex flex-col gap-2 text-sm">
          {answers.map(({ question, answer }) => (
            <div key={question}>
              <dt className="wrap-anywhere text-ink-soft">{question}</dt>
              <dd dir="auto" className="wrap-anywhere">
                {answer}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="flex gap-2">
        <Button variant="primary" aria-label={`Let ${username} in`} onClick={() => onAsk(true)}>
          Let in
        </Button>
        <Button aria-label={`Decline ${username}`} onClick={() => onAsk(false)}>
          Decline
        </Button>
      </div>
    </li>
  )
}

interface AdmissionDialogProps extends Asking {
  onClose: () => void
}

function AdmissionDialog({ person: { _id, username }, isLetIn, onClose }: AdmissionDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [words, setWords] = useState('')
  const [isTold, setIsTold] = useState(false)

  async function confirm() {
    if (words.trim() === '')
      throw new ApiError({ status: 400, body: { msg: MESSAGES.wordsMissing } })
    try {
      toast.success(await (isLetIn ? letIn(_id, words) : decline(_id, { words, isTold })))
    } finally {
      await refreshAdmin(client)
    }
  }

  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      sentence={isLetIn ? `Let ${username} in?` : `Decline ${username}?`}
      details={
        isLetIn
          ? 'They become a member, and a mail tells them, with your words.'
          : `The registration is removed with all that was answered, and they can register again. ${isTold ? 'A mail tells them that they were not let in, with your words.' : 'They are told nothing.'}`
      }
      confirmLabel={isLetIn ? 'Let in' : 'Decline'}
      isDanger={!isLetIn}
      onConfirm={confirm}
      describeError={(error) =>
        errorMessage(error, isLetIn ? MESSAGES.letInFailed : MESSAGES.notLetInFailed)
      }
    >
      <TextArea
        label={isLetIn || isTold ? 'Your words to them' : 'Why?'}
        description={isLetIn || isTold ? 'They stand in the log, too.' : 'It stands in the log.'}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        counterMax={ADMISSION_WORDS_MAX}
        tooLong={MESSAGES.wordsLong}
      />
      {!isLetIn && <Checkbox label="Tell them by mail" checked={isTold} onChange={setIsTold} />}
    </ConfirmDialog>
  )
}

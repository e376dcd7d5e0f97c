import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Author } from '../../contract/author.ts'
import { MESSAGES, type SuspendedMember } from '../../contract/suspension.ts'
import { Button } from '../ui/button.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { LiftDialog } from './lift-dialog.tsx'
import { suspendedOptions, useAdminAct } from './moderation-api.ts'
import { ReasonDialog } from './reason-dialog.tsx'

type Acting = { kind: 'lift' | 'answer'; member: Author }

/** Who is suspended and what they wrote; nothing where nobody is. */
export function SuspendedMembers() {
  const list = useQuery(suspendedOptions)
  // Above the list: what is typed stays where another administrator was faster.
  const [acting, setActing] = useState<Acting>()
  const close = () => setActing(undefined)
  if (list.isLoadingError) {
    return <ErrorState text={MESSAGES.loadFailed} query={list} />
  }
  const everybody = list.data ?? []
  return (
    <>
      {everybody.length > 0 && (
        <section aria-labelledby="suspended-heading">
          <h2 id="suspended-heading" className="font-semibold font-serif text-xl">
            Suspended
          </h2>
          <ul aria-label="Suspended" className="flex flex-col divide-y divide-line">
            {everybody.map((suspended) => (
              <SuspendedItem
                key={suspended.member._id}
                suspended={suspended}
                onAct={(kind) => setActing({ kind, member: suspended.member })}
              />
            ))}
          </ul>
        </section>
      )}
      {acting?.kind === 'lift' && <LiftDialog member={acting.member} onClose={close} />}
      {acting?.kind === 'answer' && <AnswerDialog member={acting.member} onClose={close} />}
    </>
  )
}

interface SuspendedItemProps {
  suspended: SuspendedMember
  onAct: (kind: Acting['kind']) => void
}

function SuspendedItem({ suspended, onAct }: SuspendedItemProps) {
  const { member, until, reason, appeal } = suspended
  return (
    <li aria-label={member.username} className="flex flex-col gap-2 py-4">
      <p>
        <span className="font-semibold">{member.username}</span>
        <span className="text-ink-soft text-sm">
          {until === null ? ' · until it is lifted' : ` · until ${formatExactTime(until)}`}
        </span>
      </p>
      <p dir="auto" className="wrap-anywhere text-ink-soft">
        “{reason}”
      </p>
      {appeal && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          <span className="font-medium">{`${member.username} writes: `}</span>
          {appeal.text}
        </p>
      )}
      {appeal?.answer && (
        <p dir="auto" className="wrap-anywhere text-ink-soft">
          <span className="font-medium">Answered: </span>
          {appeal.answer}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          aria-label={`Lift the suspension of ${member.username}`}
          onClick={() => onAct('lift')}
        >
          Lift
        </Button>
        {appeal && !appeal.answer && (
          <Button
            size="small"
            aria-label={`Answer ${member.username}`}
            onClick={() => onAct('answer')}
          >
            Answer
          </Button>
        )}
      </div>
    </li>
  )
}

function AnswerDialog({ member, onClose }: { member: Author; onClose: () => void }) {
  const { mutateAsync } = useAdminAct()
  const { _id: memberId, username } = member
  return (
    <ReasonDialog
      sentence={`Answer ${username}?`}
      details={`${username} stays suspended, reads your answer when they try to sign in, and cannot write again.`}
      confirmLabel="Answer"
      failed={MESSAGES.answerFailed}
      label={`What ${username} will read`}
      onConfirm={(text) => mutateAsync({ kind: 'answer', memberId, text })}
      onClose={onClose}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MESSAGES as REMOVAL_MESSAGES } from '../../contract/removal.ts'
import { MESSAGES, type SpaceRemoval } from '../../contract/space-removals.ts'
import { ReasonField, requireReason } from '../app/reason-field.tsx'
import { errorMessage } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { spaceRemovalsOptions, useGiveBack } from './space-removals-api.ts'

/** What the admin removed, as long as it can be given back; nothing where there is nothing. */
export function RemovedMessages({ spaceId }: { spaceId: string }) {
  const query = useQuery(spaceRemovalsOptions(spaceId))
  const { data, isLoadingError } = query
  const place = useRef<HTMLElement>(null)
  const [asked, setAsked] = useState<SpaceRemoval>()
  if (isLoadingError) return <ErrorState text={MESSAGES.loadFailed} query={query} />
  const isEmpty = !data || data.length === 0
  return (
    <section ref={place} tabIndex={-1} aria-label="Removed messages" className="outline-none">
      {!isEmpty && (
        <>
          <h3 className="pt-4 pb-1 font-semibold">Removed messages</h3>
          <ul aria-label="Removed messages" className="flex flex-col divide-y divide-line">
            {data.map((removal) => (
              <RemovalRow
                key={removal._id}
                removal={removal}
                onGiveBack={() => setAsked(removal)}
              />
            ))}
          </ul>
        </>
      )}
      {asked && (
        <GiveBackDialog
          spaceId={spaceId}
          removal={asked}
          onClose={() => setAsked(undefined)}
          returnFocus={() => place.current}
        />
      )}
    </section>
  )
}

interface RemovalRowProps {
  removal: SpaceRemoval
  onGiveBack: () => void
}

function RemovalRow({ removal: { member, text, until }, onGiveBack }: RemovalRowProps) {
  const day = new Date(until).toLocaleDateString('en', { day: 'numeric', month: 'long' })
  return (
    <li className="flex items-start gap-3 py-3">
      <div className="min-w-0 flex-1 leading-snug">
        <p className="truncate font-semibold">{member.username}</p>
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {text}
        </p>
        <p className="text-ink-soft text-sm">Nobody else sees it. Really deleted on {day}.</p>
      </div>
      <Button
        size="small"
        aria-label={`Give back the message by ${member.username}`}
        onClick={onGiveBack}
      >
        Give back
      </Button>
    </li>
  )
}

interface GiveBackDialogProps {
  spaceId: string
  removal: SpaceRemoval
  onClose: () => void
  returnFocus: () => HTMLElement | null
}

function GiveBackDialog({ spaceId, removal, onClose, returnFocus }: GiveBackDialogProps) {
  const { mutateAsync } = useGiveBack(spaceId)
  const isBack = useRef(false)
  const [text, setText] = useState('')
  const { username } = removal.member
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      returnFocus={() => (isBack.current ? returnFocus() : undefined)}
      sentence={MESSAGES.giveBackConfirm(username)}
      details={MESSAGES.giveBackDetails(username)}
      confirmLabel="Give back"
      onConfirm={async () => {
        requireReason(text)
        await mutateAsync({ removal, text: text.trim() })
        isBack.current = true
      }}
      describeError={(error) => errorMessage(error, REMOVAL_MESSAGES.undoFailed)}
    >
      <ReasonField required label="Why it is there again" reason={text} onChange={setText} />
    </ConfirmDialog>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MESSAGES, type SpaceBan } from '../../../contract/space-bans.ts'
import { errorMessage } from '../../platform/api-error.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { useToast } from '../../ui/toast.tsx'
import { bansOptions, useLiftBan } from './bans-api.ts'

/** Whom the admin keeps out of the space, and the way back; nothing where nobody is. */
export function BannedMembers({ spaceId }: { spaceId: string }) {
  const query = useQuery(bansOptions(spaceId))
  const { data, isLoadingError } = query
  const place = useRef<HTMLElement>(null)
  const [toLift, setToLift] = useState<SpaceBan>()
  if (isLoadingError) return <ErrorState text={MESSAGES.loadFailed} query={query} />
  const isEmpty = !data || data.length === 0
  return (
    <section ref={place} tabIndex={-1} aria-label="Banned" className="outline-none">
      {!isEmpty && (
        <>
          <h3 className="pt-4 pb-1 font-semibold">Banned</h3>
          <ul aria-label="Banned" className="flex flex-col">
            {data.map((ban) => (
              <BanRow key={ban._id} ban={ban} onLift={() => setToLift(ban)} />
            ))}
          </ul>
        </>
      )}
      {toLift && (
        <LiftDialog
          spaceId={spaceId}
          ban={toLift}
          onClose={() => setToLift(undefined)}
          returnFocus={() => place.current}
        />
      )}
    </section>
  )
}

function BanRow({ ban, onLift }: { ban: SpaceBan; onLift: () => void }) {
  return (
    <li className="flex min-h-14 items-center gap-3 py-1.5">
      <Avatar name={ban.username} photoUrl={ban.profilePhoto} />
      <div className="min-w-0 flex-1 leading-snug">
        <p className="truncate font-semibold">{ban.username}</p>
        <p dir="auto" className="wrap-anywhere text-ink-soft text-sm">
          {ban.reason}
        </p>
        <p className="text-ink-soft text-sm">
          <RelativeTime dateTime={ban.bannedAt} />
        </p>
      </div>
      <Button size="small" onClick={onLift} aria-label={`Lift the ban of ${ban.username}`}>
        Lift
      </Button>
    </li>
  )
}

interface LiftDialogProps {
  spaceId: string
  ban: SpaceBan
  onClose: () => void
  returnFocus: () => HTMLElement | null
}

function LiftDialog({ spaceId, ban, onClose, returnFocus }: LiftDialogProps) {
  const lifting = useLiftBan(spaceId)
  const toast = useToast()
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      returnFocus={returnFocus}
      sentence={MESSAGES.liftConfirm(ban.username)}
      details={MESSAGES.liftDetails}
      confirmLabel="Lift the ban"
      onConfirm={async () => {
        await lifting.mutateAsync(ban)
        toast.success(MESSAGES.lifted)
      }}
      describeError={(error) => errorMessage(error, MESSAGES.liftFailed)}
    />
  )
}

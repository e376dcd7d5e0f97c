import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BlockedPerson, MESSAGES } from '../../contract/blocks.ts'
import { blockedOptions, unblock } from '../app/safety/api.ts'
import { errorMessage } from '../platform/api-client.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { ErrorState } from '../ui/error-state.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useToast } from '../ui/toast.tsx'

/** Whom the member blocked, and the way back. */
export function BlockedPeople() {
  const { data, isPending, isLoadingError, isFetching, refetch } = useQuery(blockedOptions)
  const heading = useRef<HTMLHeadingElement>(null)
  const [toUnblock, setToUnblock] = useState<BlockedPerson>()
  return (
    <section aria-labelledby="blocked-people" className="flex flex-col gap-3">
      <h2
        id="blocked-people"
        ref={heading}
        tabIndex={-1}
        className="font-semibold font-serif text-xl outline-none"
      >
        Blocked people
      </h2>
      {isPending && <Spinner label="Loading whom you blocked" />}
      {isLoadingError && (
        <ErrorState
          text={MESSAGES.blockedLoadFailed}
          onRetry={() => refetch()}
          isRetrying={isFetching}
        />
      )}
      {data?.length === 0 && (
        <p className="text-ink-soft">
          You have blocked nobody. You can on anybody’s profile, and beside what they write.
        </p>
      )}
      {data && data.length > 0 && (
        <ul className="flex flex-col gap-1">
          {data.map((person) => (
            <BlockedRow key={person._id} person={person} onUnblock={() => setToUnblock(person)} />
          ))}
        </ul>
      )}
      {toUnblock && (
        <UnblockDialog
          person={toUnblock}
          onClose={() => setToUnblock(undefined)}
          returnFocus={() => heading.current}
        />
      )}
    </section>
  )
}

function BlockedRow({ person, onUnblock }: { person: BlockedPerson; onUnblock: () => void }) {
  const { username, profilePhoto, blockedAt } = person
  return (
    <li className="flex items-center gap-3 py-1.5">
      <Avatar name={username} photoUrl={profilePhoto} />
      <p className="min-w-0 flex-1 leading-snug">
        <span className="block truncate font-semibold">{username}</span>
        <span className="text-ink-soft text-sm">
          Blocked <RelativeTime dateTime={blockedAt} />
        </span>
      </p>
      <Button size="small" onClick={onUnblock} aria-label={`Unblock ${username}`}>
        Unblock
      </Button>
    </li>
  )
}

interface UnblockDialogProps {
  person: BlockedPerson
  onClose: () => void
  returnFocus: () => HTMLElement | null
}

function UnblockDialog({ person, onClose, returnFocus }: UnblockDialogProps) {
  const client = useQueryClient()
  const toast = useToast()
  const [question = '', ...rest] = MESSAGES.unblockConfirm(person.username).split(/(?<=[?]) /)
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      returnFocus={returnFocus}
      sentence={question}
      details={rest.join(' ')}
      confirmLabel="Unblock"
      onConfirm={async () => {
        await unblock(client, person._id)
        toast.success(MESSAGES.unblocked)
      }}
      describeError={(error) => errorMessage(error, MESSAGES.unblockFailed)}
    />
  )
}

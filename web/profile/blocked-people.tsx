import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BlockedPerson, MESSAGES } from '../../contract/blocks.ts'
import { blockedOptions, unblock } from '../app/safety/api.ts'
import { errorMessage } from '../platform/api-client.ts'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useToast } from '../ui/toast.tsx'
import { PeopleSection } from './people-section.tsx'

export function BlockedPeople() {
  const heading = useRef<HTMLHeadingElement>(null)
  const [toUnblock, setToUnblock] = useState<BlockedPerson>()
  return (
    <>
      <PeopleSection
        id="blocked-people"
        title="Blocked people"
        heading={heading}
        query={useQuery(blockedOptions)}
        loading="Loading whom you blocked"
        failed={MESSAGES.blockedLoadFailed}
        empty="You have blocked nobody. You can on anybody’s profile, and beside what they write."
        row={(person) => (
          <BlockedRow key={person._id} person={person} onUnblock={() => setToUnblock(person)} />
        )}
      />
      {toUnblock && (
        <UnblockDialog
          person={toUnblock}
          onClose={() => setToUnblock(undefined)}
          returnFocus={() => heading.current}
        />
      )}
    </>
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
          Blocked <RelativeTime dateTime={blockedAt} isWithinSentence />
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

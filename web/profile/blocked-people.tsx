import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { type BlockedPerson, MESSAGES } from '../../contract/blocks.ts'
import { blockedOptions, unblock } from '../app/safety/api.ts'
import { errorMessage } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { useToast } from '../ui/toast.tsx'
import { PeopleSection, PeopleSectionRow } from './people-section.tsx'

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
  const { username, blockedAt } = person
  return (
    <PeopleSectionRow
      person={{ username, profilePhoto: null }}
      detail={
        <>
          Blocked <RelativeTime dateTime={blockedAt} isWithinSentence />
        </>
      }
    >
      <Button size="small" onClick={onUnblock} aria-label={`Unblock ${username}`}>
        Unblock
      </Button>
    </PeopleSectionRow>
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

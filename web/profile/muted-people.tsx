import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { MESSAGES, type MutedPerson } from '../../contract/blocks.ts'
import { mutedOptions, unmute } from '../app/safety/api.ts'
import { errorMessage } from '../platform/api-error.ts'
import { Button } from '../ui/button.tsx'
import { formatExactTime } from '../ui/relative-time-format.ts'
import { useToast } from '../ui/toast.tsx'
import { PeopleSection, PeopleSectionRow } from './people-section.tsx'

export function MutedPeople() {
  const heading = useRef<HTMLHeadingElement>(null)
  return (
    <PeopleSection
      id="muted-people"
      title="Muted people"
      heading={heading}
      query={useQuery(mutedOptions)}
      loading="Loading whom you muted"
      failed={MESSAGES.mutedLoadFailed}
      empty="You have muted nobody. Muting keeps somebody’s posts out of your feeds, and what they do out of your notifications. They are not told."
      row={(person) => (
        <MutedRow
          key={person._id}
          person={person}
          onUnmuted={() => heading.current?.focus({ preventScroll: true })}
        />
      )}
    />
  )
}

function MutedRow({ person, onUnmuted }: { person: MutedPerson; onUnmuted: () => void }) {
  const { username, mutedUntil } = person
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setIsBusy] = useState(false)

  async function unmuteNow() {
    setIsBusy(true)
    try {
      toast.success(await unmute(client, person._id))
      // The row goes, and focus must not go with it.
      onUnmuted()
    } catch (error) {
      toast.alert(errorMessage(error, MESSAGES.unmuteFailed))
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <PeopleSectionRow
      person={person}
      detail={mutedUntil ? `Muted until ${formatExactTime(mutedUntil)}` : 'Muted for good'}
    >
      <Button
        size="small"
        busy={isBusy}
        onClick={() => void unmuteNow()}
        aria-label={`Unmute ${username}`}
      >
        Unmute
      </Button>
    </PeopleSectionRow>
  )
}
